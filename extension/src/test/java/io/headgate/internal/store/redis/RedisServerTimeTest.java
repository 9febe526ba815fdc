package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.Await;
import io.headgate.testing.ManualTime;
import io.headgate.testing.Parallel;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Resp;
import io.headgate.testing.Seed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;

/** What only shows by the server's own clock. */
@Timeout(60)
class RedisServerTimeTest extends StoreKit {

    private final RedisServer server = RedisServer.shared();
    private final Resp resp = server.resp();

    @Override
    protected RateLimitStore open(ManualTime unused) {
        server.clear();
        return RedisKit.store(RedisKit.client(server));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d05_everyKeyHasAnExpiryAndDisappears(Algorithm algorithm) {
        Limit limit = Limit.of(2, Duration.ofMillis(1500), algorithm);
        List<PermitRequest> clients = IntStream.range(0, 1000)
                .mapToObj(client -> request("d05", "client " + client, limit, 1))
                .toList();
        for (int calls = 1; calls <= 3; calls++) {
            clients.stream()
                    .map(client -> store.tryAcquire(Acquisition.of(client)))
                    .toList()
                    .forEach(StoreKit::answer);
            assertEveryKeyExpires();
        }
        Set<String> before = server.keys();
        for (int client = 0; client < 100; client++) {
            peek(clients.get(client));
            peek(request("d05", "unused " + client, limit, 1));
        }
        assertThat(before).containsAll(server.keys());

        Await.until(() -> server.keys().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d05_afterARandomRunEveryKeyHasAnExpiry(Algorithm algorithm) {
        Random random = Seed.random("expiries of " + algorithm);
        List<Decision> charged = new ArrayList<>();
        for (int call = 0; call < 3000; call++) {
            Duration window = Duration.ofMillis(random.nextBoolean() ? 60_000 : 10 + random.nextInt(2000));
            Limit limit = Limit.of(random.nextInt(6), window, algorithm);
            PermitRequest one = request("policy " + random.nextInt(3), "s" + random.nextInt(20), limit, 1);
            PermitRequest other = request("policy " + random.nextInt(3), "s" + random.nextInt(20), limit, 2);
            switch (random.nextInt(8)) {
                case 0 -> peekAll(one, other);
                case 1 -> reset(one);
                case 2 -> charged.stream().skip(Math.max(0, charged.size() - 3)).forEach(this::refund);
                default ->
                    acquireAll(one, other).stream()
                            .filter(decision -> decision.receipt().isPresent())
                            .forEach(charged::add);
            }
        }
        assertThat(server.keys()).isNotEmpty();
        assertEveryKeyExpires();

        server.keys().forEach(key -> resp.call("PERSIST", key));
        for (int policy = 0; policy < 3; policy++) {
            for (int subject = 0; subject < 20; subject++) {
                acquire(request("policy " + policy, "s" + subject, Limit.of(0, Duration.ofMinutes(1), algorithm), 1));
            }
        }
        assertThat(server.keys()).isNotEmpty();
        assertEveryKeyExpires();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d11_twoProcessesHaveOneLimit(Algorithm algorithm) {
        RedissonClient client = RedissonClients.small(server.address());
        try {
            RateLimitStore second = RedisKit.store(client);
            PermitRequest request = one("d11", limit(algorithm, 5, 86_400));
            long passed = 0;
            for (int call = 0; call < 4; call++) {
                passed += acquire(request).allowed() ? 1 : 0;
                passed += answer(second.tryAcquire(Acquisition.of(request)))
                                .get(0)
                                .allowed()
                        ? 1
                        : 0;
            }
            assertThat(passed).isEqualTo(5);
        } finally {
            client.shutdown();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void nodesWhoseClocksAreAnHourApartHaveOneLimit(Algorithm algorithm) throws Exception {
        TimeSource ahead =
                () -> TimeSource.monotonic().micros() + Duration.ofHours(1).toMillis() * 1000;
        RateLimitStore other = new RedisStore(
                RedisKit.client(server), RedisKit.NAMESPACE, RedisKit.DEADLINE, RedisKit.HEADGATE, ahead, () -> "");
        PermitRequest request = one("apart", limit(algorithm, 10, 86_400));

        List<List<Boolean>> passed = Parallel.rounds(
                Parallel.Threads.PLATFORM,
                1,
                100,
                (round, thread) -> answer((thread % 2 == 0 ? store : other).tryAcquire(Acquisition.of(request)))
                        .get(0)
                        .allowed());

        assertThat(passed.get(0).stream().filter(each -> each)).hasSize(10);
    }

    @Test
    void e03_theResetOfAFixedWindowIsOneMomentOnAllNodes() {
        RateLimitStore second = RedisKit.store(RedisKit.client(server));
        PermitRequest request = one("e03", limit(Algorithm.FIXED_WINDOW, 5, 86_400));
        Decision first = acquire(request);
        List<Decision> decisions = List.of(
                first,
                answer(second.tryAcquire(Acquisition.of(request))).get(0),
                acquire(request),
                answer(second.peek(Acquisition.of(request))).get(0));

        assertThat(decisions)
                .extracting(decision ->
                        decision.decidedAt().plus(decision.resetAfter().orElseThrow()))
                .containsOnly(resetOf(first));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f10_windowsBelowASecondWorkAndTheirKeysLiveForWindowsNotForSeconds(Algorithm algorithm) {
        Duration window = Duration.ofMillis(250);
        List<Decision> three = List.of();
        PermitRequest request = one("f10", limit(algorithm, 2, window));
        for (int attempt = 0; three.isEmpty() || !areAtOnce(three); attempt++) {
            assertThat(attempt).as("three calls never came at once").isLessThan(100);
            request = request("f10", "subject " + attempt, limit(algorithm, 2, window), 1);
            three = List.of(acquire(request), acquire(request), acquire(request));
        }
        assertThat(three).extracting(Decision::allowed).containsExactly(true, true, false);
        assertThat(resp.number("PTTL", RedisKit.NAMESPACE + ":v1:" + request.key()))
                .isBetween(-2L, 2 * window.toMillis() + 1);

        Instant later = three.get(2).decidedAt().plusMillis(300);
        PermitRequest again = request;
        Await.until(() -> peek(again).decidedAt().isAfter(later));
        assertThat(acquire(again).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void anAcquisitionIsOneTripAndAskedForTheTimeOnce(Algorithm algorithm) {
        acquire(one("first", limit(algorithm, 5, 60)));
        resp.call("CONFIG", "RESETSTAT");

        for (int call = 0; call < 50; call++) {
            acquireAll(
                    one("a", limit(algorithm, 20, 60)),
                    one("b", limit(algorithm, 40, 60)),
                    request("c", "another subject", limit(algorithm, 90, 60), 1));
        }

        assertThat(server.calls("evalsha")).isEqualTo(50);
        assertThat(server.calls("time")).isEqualTo(50);
        assertThat(server.calls("eval")).isZero();
    }

    @Test
    void aProbeSparesTheFirstAcquisitionTheSecondTrip() {
        RedisStore fresh = RedisKit.store(RedisKit.client(server));
        answer(fresh.probe());
        assertThat(server.keys()).isEmpty();
        resp.call("CONFIG", "RESETSTAT");

        answer(fresh.tryAcquire(Acquisition.of(one("first", limit(Algorithm.SLIDING_WINDOW, 5, 60)))));

        assertThat(server.calls("evalsha")).isEqualTo(1);
    }

    private void assertEveryKeyExpires() {
        for (String key : server.keys()) {
            assertThat(resp.number("PTTL", key)).as(key).isNotEqualTo(-1);
        }
    }

    private static Instant resetOf(Decision decision) {
        return decision.decidedAt().plus(decision.resetAfter().orElseThrow());
    }

    /** Within one window of the clock, and sooner than a bucket gives the next permit. */
    private static boolean areAtOnce(List<Decision> three) {
        Decision first = three.get(0);
        Decision last = three.get(2);
        Duration apart = first.limit().window().dividedBy(first.limit().permits());
        return windowOf(first) == windowOf(last)
                && Duration.between(first.decidedAt(), last.decidedAt()).compareTo(apart) < 0;
    }

    private static long windowOf(Decision decision) {
        return decision.decidedAt().toEpochMilli() / decision.limit().window().toMillis();
    }
}
