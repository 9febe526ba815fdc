package io.headgate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.neighbour.NeighbourApplication;
import io.headgate.tck.ownclient.OwnClientApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Crowd;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What applications that count in Redis leave behind in a server that goes on without them. Beside them runs another
 * application all the time, as on servers where applications come and go.
 */
@Needs(Needs.REDEPLOYMENT)
class RedeploymentTest {

    private static final int TIMES = 10;
    private static final int CALLERS = 40;
    private static final int VISITS = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration MOMENT = Duration.ofMillis(500);
    private static final Duration LONGEST_UNDEPLOYMENT = Duration.ofSeconds(5);
    private static final Pattern THREAD_OF_OURS = Pattern.compile(
            "^\"[^\"]*(?i:redisson|netty|nioEventLoop|globalEventExecutor|headgate)[^\"]*\"", Pattern.MULTILINE);
    private static final String CLASS_OF_OURS = "io.headgate.RateLimit";

    private static RedisServer redis;
    private static ServerProcess server;
    private static Client client;
    private static File example;

    @BeforeAll
    static void start() {
        example = Deployments.toFile(Deployments.withRedisson(Deployments.example()));
        redis = RedisServer.start();
        server = ServerProcess.startWithNeighbour(
                Deployments.toFile(Deployments.withoutHeadgate(NeighbourApplication.class.getPackage())),
                Map.of("RATELIMIT_REDIS_ADDRESS", redis.address(), "RATELIMIT_REDIS_TIMEOUT", "30s"));
        client = Client.of(server.port()).fromFreshAddress().with("X-Api-Key", "demo-key-1");
        assertThat(client.get("/neighbour/api/visit").status())
                .as(server.output())
                .isEqualTo(200);
    }

    @AfterAll
    static void end() {
        server.close();
        redis.close();
    }

    @Test
    void d22_tenRedeploymentsLeaveNoThreadAndNoHeapOfClassLoaders() throws Exception {
        deployAndCall(example, "/api/search", "search");
        assertThat(threadsOfOurs()).as("threads while deployed").isNotEmpty();
        assertThat(loadersOfOurs()).as("class loaders while deployed").isNotEmpty();
        server.undeploy();
        for (int time = 2; time <= TIMES; time++) {
            deployAndCall(example, "/api/search", "search");
            server.undeploy();
        }

        assertThatNothingIsLeft();
    }

    @Test
    void d22_anApplicationThatEndsItsOwnClientLeavesNothingOfHeadgateEither() throws Exception {
        File application = Deployments.toFile(Deployments.withRedisson(Deployments.application("own-client"))
                .addPackage(OwnClientApplication.class.getPackage()));
        for (int time = 1; time <= 2; time++) {
            deployAndCall(application, "/api/greeting", "greeting");
            server.undeploy();
        }

        assertThatNothingIsLeft();
    }

    @Test
    void d23_undeployedWithinFiveSecondsWhileRedisStandsStill() throws Exception {
        deployAndCall(example, "/api/search", "search");
        redis.freeze();
        try {
            assertThat(timeToUndeploy()).isLessThan(LONGEST_UNDEPLOYMENT);
        } finally {
            redis.thaw();
        }

        assertThatNothingIsLeft();
    }

    @Test
    void d23_undeployedWithinFiveSecondsWhileRedisIsGone() throws Exception {
        deployAndCall(example, "/api/search", "search");
        redis.close();
        try {
            assertThat(timeToUndeploy()).isLessThan(LONGEST_UNDEPLOYMENT);
        } finally {
            redis = RedisServer.startAt(redis.port());
        }

        assertThatNothingIsLeft();
    }

    private static void deployAndCall(File application, String path, String policy) {
        redis.clear();
        server.deploy(application);
        Response response = client.get(path);
        assertThat(response.status()).as(server.output()).isEqualTo(200);
        assertThat(redis.keys()).anyMatch(key -> key.startsWith("ratelimit:v1:" + policy + ":"));
    }

    private static Duration timeToUndeploy() {
        long before = System.nanoTime();
        server.undeploy();
        return Duration.ofNanos(System.nanoTime() - before);
    }

    private static void assertThatNothingIsLeft() throws Exception {
        awaitAtMost(0, "threads", RedeploymentTest::threadsOfOurs);
        visitTheNeighbour();
        awaitAtMost(Server.loadersKept(), "class loaders", () -> {
            server.jcmd("GC.run");
            return loadersOfOurs();
        });
    }

    /** An idle thread of a server may keep its last request, and the application with it, until it has another one. */
    private static void visitTheNeighbour() throws Exception {
        List<Response> visits = Crowd.atOnce(CALLERS, VISITS, () -> client.get("/neighbour/api/visit"));
        assertThat(visits).extracting(Response::status).containsOnly(200);
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

    private static List<String> threadsOfOurs() {
        return THREAD_OF_OURS
                .matcher(server.jcmd("Thread.print"))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** Each class loader of an application that the heap still holds has a class of this name. */
    private static List<String> loadersOfOurs() {
        return server.jcmd("VM.class_hierarchy", CLASS_OF_OURS)
                .lines()
                .filter(line -> line.contains(CLASS_OF_OURS + "/"))
                .toList();
    }
}
