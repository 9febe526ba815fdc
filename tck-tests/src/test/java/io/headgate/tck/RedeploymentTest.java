package io.headgate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import io.headgate.testing.RedisServer;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What an application that counts in Redis leaves behind in a server that goes on without it. */
class RedeploymentTest {

    private static final int TIMES = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration MOMENT = Duration.ofMillis(500);
    private static final Pattern THREAD_OF_OURS = Pattern.compile(
            "^\"[^\"]*(?i:redisson|netty|nioEventLoop|globalEventExecutor|headgate)[^\"]*\"", Pattern.MULTILINE);
    private static final String CLASS_OF_OURS = "io.headgate.RateLimit";

    @Test
    void d22_tenRedeploymentsLeaveNoThreadAndAtMostOneClassLoader() {
        File example = Deployments.toFile(Deployments.withRedisson(Deployments.example()));
        try (RedisServer redis = RedisServer.start();
                ServerProcess server = ServerProcess.startEmpty(
                        example,
                        Map.of("RATELIMIT_REDIS_ADDRESS", redis.address(), "RATELIMIT_REDIS_TIMEOUT", "30s"))) {
            Client client = Client.of(server.port()).fromFreshAddress().with("X-Api-Key", "demo-key-1");
            for (int time = 1; time <= TIMES; time++) {
                server.deploy();
                Response response = client.get("/api/search");
                assertThat(response.status()).as(server.output()).isEqualTo(200);
                assertThat(redis.keys()).as("keys").anyMatch(key -> key.startsWith("ratelimit:v1:search:"));
                assertThat(threadsOfOurs(server)).as("threads while deployed").isNotEmpty();
                assertThat(classesOfOurs(server))
                        .as("class loaders while deployed")
                        .isNotEmpty();
                server.undeploy();
            }

            awaitAtMost(0, "threads", () -> threadsOfOurs(server));
            awaitAtMost(1, "class loaders", () -> {
                server.jcmd("GC.run");
                return classesOfOurs(server);
            });
        }
    }

    /** A server's own threads may need a moment to let go. */
    private static void awaitAtMost(int most, String what, Supplier<List<String>> lookUp) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<String> found = lookUp.get();
        while (found.size() > most && System.nanoTime() < end) {
            Windows.pause(MOMENT);
            found = lookUp.get();
        }
        assertThat(found).as(what).hasSizeLessThanOrEqualTo(most);
    }

    private static List<String> threadsOfOurs(ServerProcess server) {
        return THREAD_OF_OURS
                .matcher(server.jcmd("Thread.print"))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** Each class loader that the heap still holds has a class of this name. */
    private static List<String> classesOfOurs(ServerProcess server) {
        return server.jcmd("VM.class_hierarchy", CLASS_OF_OURS)
                .lines()
                .filter(line -> line.contains(CLASS_OF_OURS + "/"))
                .toList();
    }
}
