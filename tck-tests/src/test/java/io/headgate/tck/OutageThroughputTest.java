package io.headgate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Crowd;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.OnServer;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import io.headgate.tck.torture.TortureApplication;
import io.headgate.testing.RedisServer;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How much a server answers while its Redis stands still, beside one that never had a Redis. Both are asked in turn, again and
 * again, and the median of the ratios counts: what else the machine has to do meets both alike.
 */
@OnServer(
        value = "payara",
        because =
                "It measures the store, which is the same everywhere, and takes a minute and a half: Payara Micro has it.")
class OutageThroughputTest {

    private static final int CALLERS = 200;
    private static final Duration TIME_TO_COUNT = Duration.ofMillis(1500);

    private static final int ROUNDS = 5;
    private static final int MOST_ROUNDS = 15;

    /** From the second second of an outage on. */
    private static final Duration FIRST_SECOND = Duration.ofSeconds(1);

    private static final long DEADLINE_MILLIS = 250;

    private static final double AT_LEAST = 0.8;

    /** No slower: what two measurements of the same differ by on a machine that does something else too. */
    private static final double NO_SLOWER = 0.9;

    private static final String LIMITED = "/api/wide";
    private static final String FREE = "/api/free";

    private final HttpClient connections =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Double> limited = new ArrayList<>();
    private final List<Double> free = new ArrayList<>();

    @Test
    @Timeout(300)
    void d19_whoIsLimitedIsServedAsFastAsWithoutRedisAndOthersAsFastAsBefore() throws Exception {
        File application = Deployments.toFile(Deployments.withRedisson(Deployments.application("torture"))
                .addPackage(TortureApplication.class.getPackage()));
        try (RedisServer redis = RedisServer.start()) {
            CompletableFuture<ServerProcess> alone = CompletableFuture.supplyAsync(
                    () -> ServerProcess.start(application, Map.of("RATELIMIT_STORE", "local")));
            try (ServerProcess server =
                            ServerProcess.start(application, Map.of("RATELIMIT_REDIS_ADDRESS", redis.address()));
                    ServerProcess other = alone.join()) {
                compare(redis, Client.of(server.port()), Client.of(other.port()));
            }
        }
        System.out.println("limited, to the local store: " + limited + "; not limited, to before: " + free);
        assertThat(median(limited)).as("limited: %s", limited).isGreaterThanOrEqualTo(AT_LEAST);
        assertThat(median(free)).as("not limited: %s", free).isGreaterThanOrEqualTo(NO_SLOWER);
    }

    /** At first both servers compile what they run. A few rounds more are no excuse for one that waits: each shows that. */
    private void compare(RedisServer redis, Client server, Client other) throws Exception {
        for (int i = 0; i < 2; i++) {
            round(redis, server, other);
        }
        limited.clear();
        free.clear();
        while (limited.size() < ROUNDS || (limited.size() < MOST_ROUNDS && isTooSlow())) {
            // An odd number has a middle.
            round(redis, server, other);
            if (limited.size() % 2 == 0) {
                round(redis, server, other);
            }
        }
    }

    private boolean isTooSlow() {
        return median(limited) < AT_LEAST || median(free) < NO_SLOWER;
    }

    private void round(RedisServer redis, Client server, Client other) throws Exception {
        double before = perSecond(server, FREE);
        redis.freeze();
        try {
            CompletableFuture<Void> second = CompletableFuture.runAsync(() -> Windows.pause(FIRST_SECOND));
            perSecond(server, LIMITED);
            second.join();
            assertThat(medianMillisOfOneCaller(server)).as("nobody waits").isLessThan(DEADLINE_MILLIS / 2);
            double without = perSecond(other, LIMITED);
            limited.add(perSecond(server, LIMITED) / without);
            free.add(perSecond(server, FREE) / before);
        } finally {
            redis.thaw();
        }
        awaitRedis(redis, server);
    }

    /** Over connections that stay: of 200 that are opened at once, some wait for the kernel, whoever answers. */
    private double perSecond(Client client, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(client.uri(path)).build();
        CyclicBarrier start = new CyclicBarrier(CALLERS);
        AtomicLong began = new AtomicLong();
        AtomicLong answers = new AtomicLong();
        Crowd.atOnce(CALLERS, CALLERS, () -> {
            ask(request);
            if (start.await() == 0) {
                began.set(System.nanoTime());
            }
            long end = System.nanoTime() + TIME_TO_COUNT.toNanos();
            while (System.nanoTime() < end) {
                ask(request);
                answers.incrementAndGet();
            }
            return true;
        });
        return answers.get() * 1e9 / (System.nanoTime() - began.get());
    }

    private void ask(HttpRequest request) throws IOException, InterruptedException {
        assertThat(connections
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }

    private static long medianMillisOfOneCaller(Client client) {
        List<Long> took = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            long before = System.nanoTime();
            client.get(LIMITED);
            took.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before));
        }
        return took.stream().sorted().toList().get(took.size() / 2);
    }

    /** Until Redis is asked again: else the next round would begin in the outage of this one. */
    private static void awaitRedis(RedisServer redis, Client client) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        redis.clear();
        while (redis.keys().stream().noneMatch(key -> key.contains(":wide:"))) {
            assertThat(System.nanoTime()).as("Redis is asked again").isLessThan(end);
            client.get(LIMITED);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
