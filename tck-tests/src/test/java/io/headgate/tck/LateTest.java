package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertHeaders;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.late.LateApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import io.headgate.testing.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Redis stands still between the two filters of a request that is answered later. */
class LateTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A third of what the application would wait for Redis. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private static RedisServer redis;
    private static ServerProcess server;
    private static Client client;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ServerProcess.start(
                Deployments.toFile(Deployments.countingIn(
                        redis,
                        Deployments.withRedisson(Deployments.application("late"))
                                .addPackage(LateApplication.class.getPackage()))),
                Map.of());
        client = Client.of(server.port());
    }

    @AfterAll
    static void stop() {
        System.out.println(server.output());
        server.close();
        redis.close();
    }

    @AfterEach
    void thaw() {
        redis.thaw();
    }

    @Test
    void b12_anAnswerThatComesLaterArrivesThoughRedisStandsStill() throws Exception {
        Response response = letGo("go");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("late");
        assertHeaders(response, 10, 9);
    }

    @Test
    void b12_aFailureThatComesLaterArrivesThoughRedisStandsStill() throws Exception {
        assertThat(letGo("fail").status()).isEqualTo(409);
    }

    private static Response letGo(String how) throws Exception {
        Client caller = client.fromFreshAddress();
        CompletableFuture<Response> response = CompletableFuture.supplyAsync(() -> caller.get("/api/late"));
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!client.get("/api/late/waiting").body().equals("1")) {
            assertThat(System.nanoTime()).as("a request waits").isLessThan(end);
            Windows.pause(Duration.ofMillis(50));
        }
        redis.freeze();
        // Filters may run on the thread that lets the request go.
        long begin = System.nanoTime();
        assertThat(client.get("/api/late/" + how).body()).isEqualTo("gone");
        Response answer = response.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("wait for %s", answer)
                .isLessThan(ANSWER);
        return answer;
    }
}
