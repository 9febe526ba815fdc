package io.headgate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.OnServer;
import io.headgate.tck.support.ServerProcess;
import io.headgate.testing.RedisServer;
import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Where an application is a process of its own, it ends when it is told to, whatever Redis does. */
@OnServer(
        value = {"quarkus", "helidon", "tomee"},
        because = "Applications go while the server stays: RedeploymentTest sees that they do, whatever Redis does.")
class StopTest {

    private static final Duration LONGEST = Duration.ofSeconds(5);

    @Test
    void d23_stoppedWithinFiveSecondsWhileRedisStandsStill() {
        assertThatItStops(RedisServer::freeze);
    }

    @Test
    void d23_stoppedWithinFiveSecondsWhileRedisIsGone() {
        assertThatItStops(RedisServer::close);
    }

    private static void assertThatItStops(Consumer<RedisServer> misfortune) {
        File example = Deployments.toFile(Deployments.withRedisson(Deployments.example()));
        try (RedisServer redis = RedisServer.start();
                ServerProcess server = ServerProcess.start(
                        example,
                        Map.of("RATELIMIT_REDIS_ADDRESS", redis.address(), "RATELIMIT_REDIS_TIMEOUT", "30s"))) {
            Client client = Client.of(server.port()).fromFreshAddress();
            assertThat(client.get("/api/search").status()).as(server.output()).isEqualTo(200);
            assertThat(redis.keys()).anyMatch(key -> key.startsWith("ratelimit:v1:search:"));
            misfortune.accept(redis);

            assertThat(timeToStop(server)).as(server.output()).isLessThan(LONGEST);
            assertThat(server.output()).doesNotContain("RejectedExecutionException");
        }
    }

    private static Duration timeToStop(ServerProcess server) {
        long before = System.nanoTime();
        server.stop();
        return Duration.ofNanos(System.nanoTime() - before);
    }
}
