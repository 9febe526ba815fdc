package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.CalendarWindow;
import io.headgate.CalendarWindow.Unit;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.ManualTime;
import io.headgate.testing.Parallel;
import io.headgate.testing.RedisNodes;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Resp;
import io.headgate.testing.Seed;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;

/** Three masters, each with a third of the slots. */
class RedisClusterTest extends StoreKit {

    private final ManualTime masters = new ManualTime();
    private static RedisNodes nodes;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        nodes = new RedisNodes();
        client = RedissonClients.cluster(nodes.addresses());
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        nodes.close();
    }

    @Override
    protected RateLimitStore open(ManualTime time) {
        nodes.clear();
        return RedisKit.store(client, time);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d14_everySubjectIsCountedWhateverIsInItAndInWhicheverSlot(Algorithm algorithm) {
        Stream<String> odd = Stream.of("u1", "user:{42}", "a}b{c", "{}", "{", "}", "", " ");
        Stream<String> many = IntStream.range(0, 300).mapToObj(each -> "subject " + each);
        List<PermitRequest> requests = Stream.concat(odd, many)
                .map(subject -> request("d14", subject, limit(algorithm, 2, 86_400), 1))
                .toList();

        for (PermitRequest request : requests) {
            assertThat(List.of(acquire(request), acquire(request), acquire(request)))
                    .extracting(Decision::allowed)
                    .containsExactly(true, true, false);
        }
        assertThat(nodes.keys()).hasSize(requests.size());
        assertThat(nodes.servers())
                .allSatisfy(server -> assertThat(server.keys()).hasSizeGreaterThan(requests.size() / 10));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d14_allPoliciesOfASubjectShareASlotAndATrip(Algorithm algorithm) {
        acquire(one("first", limit(algorithm, 5, 60)));
        nodes.servers().forEach(server -> server.resp().call("CONFIG", "RESETSTAT"));

        List<Decision> decisions = acquireAll(one("a", limit(algorithm, 5, 60)), one("b", limit(algorithm, 9, 60)));
        // One policy with a limit of 0 stops all.
        acquireAll(one("a", limit(algorithm, 5, 60)), one("c", limit(algorithm, 0, 60)));

        assertThat(decisions).extracting(Decision::remaining).containsExactly(4L, 8L);
        assertThat(peek(one("a", limit(algorithm, 5, 60))).remaining()).isEqualTo(4);
        assertThat(nodes.servers().stream().mapToLong(RedisClusterTest::scripts).sum())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whatOneSlotDeniesIsGivenBackInTheOthers(Algorithm algorithm) {
        PermitRequest closed = request("closed", "z", limit(algorithm, 1, 60), 1);
        acquire(closed);
        List<PermitRequest> open = IntStream.range(0, 6)
                .mapToObj(each -> request("open", "subject " + each, limit(algorithm, 5, 60), 2))
                .toList();

        PermitRequest[] all =
                Stream.concat(Stream.of(open.get(0), closed), open.stream()).toArray(PermitRequest[]::new);
        List<Decision> decisions = acquireAll(all);

        assertThat(decisions).extracting(Decision::policy).containsSequence("open", "closed", "open");
        assertThat(decisions.get(1).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(decisions).noneMatch(decision -> decision.receipt().isPresent());
        assertThat(decisions)
                .filteredOn(decision -> decision.policy().equals("open"))
                .hasSize(7)
                .allSatisfy(decision -> {
                    assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
                    assertThat(decision.remaining()).isEqualTo(5);
                    assertThat(decision.resetAfter()).contains(Duration.ZERO);
                });
        assertThat(open)
                .allSatisfy(request -> assertThat(peek(request).remaining()).isEqualTo(5));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void severalSlotsAreChargedLookedAtAndGivenBack(Algorithm algorithm) {
        PermitRequest[] requests = IntStream.range(0, 8)
                .mapToObj(each -> request("several", "subject " + each, limit(algorithm, 5, 60), 1 + each % 3))
                .toArray(PermitRequest[]::new);

        List<Decision> charged = acquireAll(requests);
        assertThat(charged).allMatch(decision -> decision.receipt().isPresent());
        assertThat(charged).extracting(Decision::remaining).containsExactly(4L, 3L, 2L, 4L, 3L, 2L, 4L, 3L);
        assertThat(peekAll(requests)).extracting(Decision::remaining).containsExactly(4L, 3L, 2L, 4L, 3L, 2L, 4L, 3L);

        refund(charged.toArray(Decision[]::new));

        assertThat(peekAll(requests)).extracting(Decision::remaining).containsOnly(5L);
        assertThat(nodes.keys()).isEmpty();
        acquireAll(requests);
        for (PermitRequest request : requests) {
            reset(request);
        }
        assertThat(nodes.keys()).isEmpty();
    }

    @Test
    void f11_calendarsOfSeveralSlotsAreChargedAndGivenBack() {
        Limit month = Limit.of(5, new CalendarWindow(Unit.MONTH, ZoneId.of("Europe/Paris")));
        List<PermitRequest> all = IntStream.range(0, 20)
                .mapToObj(each -> request("f11", "subject " + each, month, 2))
                .toList();
        for (Duration step : new Duration[] {Duration.ZERO, Duration.ofDays(400), Duration.ofDays(-400)}) {
            time.advance(step);
            List<Decision> decisions = acquireAll(all.toArray(PermitRequest[]::new));
            assertThat(decisions).extracting(Decision::remaining).containsOnly(3L);

            time.advance(step);
            refund(decisions.toArray(Decision[]::new));
            assertThat(peekAll(all.toArray(PermitRequest[]::new)))
                    .extracting(Decision::remaining)
                    .containsOnly(5L);
            nodes.clear();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aShadowPolicyInAnotherSlotStopsNobody(Algorithm algorithm) {
        PermitRequest shadow = shadow(request("shadow", "a", limit(algorithm, 1, 60), 1));
        PermitRequest enforced = request("enforced", "b", limit(algorithm, 5, 60), 1);
        acquireAll(shadow, enforced);

        List<Decision> decisions = acquireAll(shadow, enforced);

        assertThat(decisions).extracting(Decision::outcome).containsExactly(Outcome.DENIED, Outcome.ALLOWED);
        assertThat(decisions).extracting(Decision::remaining).containsExactly(0L, 3L);
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void underContentionNothingIsAdmittedInExcessAndNothingStaysTaken(Algorithm algorithm) throws Exception {
        PermitRequest a = request("a", "one", limit(algorithm, 60, 86_400), 1);
        PermitRequest b = request("b", "two", limit(algorithm, 90, 86_400), 1);
        AtomicInteger passed = new AtomicInteger();

        Parallel.run(32, () -> {
            for (int call = 0; call < 10; call++) {
                if (acquireAll(a, b).stream().noneMatch(Decision::denies)) {
                    passed.incrementAndGet();
                }
            }
            return true;
        });

        assertThat(passed.get()).isBetween(1, 60);
        assertThat(peek(a).remaining()).isEqualTo(60 - passed.get());
        assertThat(peek(b).remaining()).isEqualTo(90 - passed.get());
    }

    @Test
    void d14_sharedLimitersAreCountedWhateverIsInTheirSubjectsAndInWhicheverSlot() {
        List<PermitRequest> requests = Stream.of("u1", "user:{42}", "a}b{c", "{}", "{", "}", "", " ")
                .map(subject -> request("shared", subject, Limit.of(2, Duration.ofHours(1), Algorithm.REDISSON), 1))
                .toList();
        PermitRequest own = request("own", "elsewhere", limit(Algorithm.SLIDING_WINDOW, 99, 86_400), 1);

        for (PermitRequest request : requests) {
            assertThat(acquireAll(own, request)).extracting(Decision::allowed).containsExactly(true, true);
            Decision second = acquire(request);
            assertThat(acquireAll(own, request)).extracting(Decision::allowed).containsExactly(true, false);
            assertThat(client.getRateLimiter(RedisKit.NAMESPACE + ":v1:" + request.key())
                            .tryAcquire())
                    .isFalse();
            refund(second);
            assertThat(acquire(request).remaining()).isZero();
            reset(request);
            assertThat(peek(request).remaining()).isEqualTo(2);
        }

        assertThat(peek(own).remaining()).isEqualTo(99 - requests.size());
        answer(((RedisStore) store).probeLimiters());
    }

    @Test
    void aProbeReachesTheCluster() {
        nodes.servers().forEach(server -> server.resp().call("CONFIG", "RESETSTAT"));

        answer(((RedisStore) store).probe());

        assertThat(nodes.servers().stream().filter(server -> scripts(server) > 0))
                .hasSize(1);
        assertThat(nodes.keys()).isEmpty();
    }

    @Test
    void d14_theSlotOfAKeyIsTheServers() {
        Random random = Seed.random("slots");
        Stream<String> odd =
                Stream.of("probe", "", "{", "}", "a}{b", "a{}b", "a{b}{c}", "{{}}", "a{b", "\u00e9{\u00fc}");
        Stream<String> many = IntStream.range(0, 200)
                .mapToObj(each -> RedisKit.NAMESPACE + ":v1:"
                        + LimitKey.of("policy", List.of("ip", String.valueOf(random.nextLong()))));
        Resp resp = nodes.servers().get(0).resp();

        Stream.concat(odd, many)
                .forEach(key -> assertThat(StoreClocks.slot(key)).as(key).isEqualTo((int)
                        resp.number("CLUSTER", "KEYSLOT", key)));
    }

    /** Each call moves the test's one clock to where its master's clock would be. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void mastersWhoseClocksDifferAreEachKnown(Algorithm algorithm) {
        RateLimitStore store = RedisKit.store(client, masters);
        List<PermitRequest> requests = IntStream.range(0, 20)
                .mapToObj(each -> request("clocks", "subject " + each, limit(algorithm, 100, 86_400), 1))
                .toList();
        requests.forEach(request -> ask(store, request));
        nodes.servers().forEach(server -> server.resp().call("CONFIG", "RESETSTAT"));

        for (int round = 0; round < 3; round++) {
            requests.forEach(request -> ask(store, request));
        }

        assertThat(nodes.servers().stream().mapToLong(RedisClusterTest::scripts).sum())
                .as("one trip for each call")
                .isEqualTo(60);
        assertThat(requests)
                .allSatisfy(
                        request -> assertThat(ask(store, request).remaining()).isEqualTo(95));
    }

    private Decision ask(RateLimitStore store, PermitRequest request) {
        int master = StoreClocks.slot(RedisKit.NAMESPACE + ":v1:" + request.key()) * 3 / 16_384;
        masters.advance(Duration.ofHours(master));
        try {
            return answer(store.tryAcquire(Acquisition.of(request))).get(0);
        } finally {
            masters.advance(Duration.ofHours(-master));
        }
    }

    private static long scripts(RedisServer server) {
        return server.calls("evalsha");
    }
}
