package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Resp;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;

/** What is in Redis, who else may have put it there, and what becomes of it; by a test's time. */
class RedisStateTest extends StoreKit {

    private final RedisServer server = RedisServer.shared();
    private final Resp resp = server.resp();

    @Override
    protected RateLimitStore open(ManualTime time) {
        return RedisKit.emptied(server, time);
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void d01_newNumbersCountAtOnce(Algorithm algorithm) {
        acquire(one("d01", limit(algorithm, 2, 3600)));
        RateLimitStore restarted = RedisKit.store(RedisKit.client(server), time);

        Decision raised = answer(restarted.tryAcquire(Acquisition.of(one("d01", limit(algorithm, 5, 3600)))))
                .get(0);
        assertThat(raised.capacity()).isEqualTo(5);
        assertThat(raised.remaining()).isEqualTo(keepsWhatIsLeft(algorithm) ? 0 : 3);

        PermitRequest shorter = one("d01", limit(algorithm, 5, 2));
        assertThat(acquire(shorter).remaining()).isEqualTo(keepsWhatIsLeft(algorithm) ? 0 : 2);
        time.advance(Duration.ofSeconds(4));
        assertThat(acquire(shorter).remaining()).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d02_aFreshNodeForEachCallCountsOn(Algorithm algorithm) {
        for (int call = 1; call <= 6; call++) {
            RateLimitStore fresh = RedisKit.store(RedisKit.client(server), time);
            Decision decision = answer(fresh.tryAcquire(Acquisition.of(one("d02", limit(algorithm, 5, 60)))))
                    .get(0);
            assertThat(decision.allowed()).as("call %d", call).isEqualTo(call <= 5);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d06_aKeyThatIsGoneIsANewBeginning(Algorithm algorithm) {
        PermitRequest request = one("d06", limit(algorithm, 5, 60));
        acquire(request);
        resp.call("FLUSHDB");
        assertThat(acquire(request).remaining()).isEqualTo(4);

        time.advance(Duration.ofHours(1));
        assertThat(acquire(request).remaining()).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d10_whateverIsAtTheKeyHeals(Algorithm algorithm) {
        PermitRequest request = one("d10", limit(algorithm, 5, 60));
        String key = keyOf(request);
        Object[][] foreign = {
            {"RPUSH", key, "a", "b"},
            {"HSET", key, "rate", "5"},
            {"ZADD", key, "1", "a"},
            {"SET", key, ""},
            {"SET", key, "text"},
            {"SET", key, "-3"},
            {"SET", key, "1.5"},
            {"SET", key, "007"},
            {"SET", key, "9".repeat(19)},
            {"SET", key, "x".repeat(23)},
            {"SET", key, new byte[23]},
            {"SET", key, "x".repeat(35)},
            {"SET", key, new byte[35]},
        };
        for (Object[] command : foreign) {
            for (boolean denied : new boolean[] {false, true}) {
                resp.call("DEL", key);
                resp.call(command);
                assertThat(peek(request).remaining()).isEqualTo(5);
                if (denied) {
                    assertThat(acquire(at(6, request)).outcome()).isEqualTo(Outcome.IMPOSSIBLE);
                    assertThat(resp.number("EXISTS", key)).isZero();
                } else {
                    assertThat(acquire(request).remaining()).isEqualTo(4);
                    assertThat(resp.number("PTTL", key)).isPositive();
                }
            }
        }
        assertThat(key).startsWith("ratelimit:v1:");
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aKeyThatLostItsExpiryGetsItBackOnADenialAndOnARefundAndIsNotBlockedForEver(Algorithm algorithm) {
        PermitRequest request = one("persist", limit(algorithm, 5, 60));
        acquire(at(3, request));
        Decision two = acquire(at(2, request));

        resp.call("PERSIST", keyOf(request));
        assertThat(acquire(request).allowed()).isFalse();
        assertThat(resp.number("PTTL", keyOf(request))).isPositive();

        resp.call("PERSIST", keyOf(request));
        peek(request);
        assertThat(resp.number("PTTL", keyOf(request))).isEqualTo(-1);
        refund(two);
        assertThat(resp.number("PTTL", keyOf(request))).isPositive();
        assertThat(peek(request).remaining()).isEqualTo(2);

        resp.call("PERSIST", keyOf(request));
        time.advance(Duration.ofMinutes(2));
        acquire(at(5, request));
        time.advance(Duration.ofMinutes(2));
        assertThat(acquire(at(5, request)).allowed()).isTrue();
    }

    /** Another algorithm in the same call may have left something else in the key's place. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void twoAlgorithmsAtOneKeyInOneCallHarmNobody(Algorithm algorithm) {
        for (Algorithm other : algorithms().toList()) {
            PermitRequest request = one("both", limit(algorithm, 5, 60));
            reset(request);
            acquire(request);
            acquireAll(request, one("both", limit(other, 5, 60)));
            assertThat(resp.number("PTTL", keyOf(request))).as("%s", other).isPositive();
            assertThat(acquire(request).remaining()).as("%s", other).isEqualTo(other == algorithm ? 1 : 4);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aRefundAfterTheWindowsEndLeavesNoKey(Algorithm algorithm) {
        PermitRequest request = one("late", limit(algorithm, 5, 60));
        Decision charged = acquire(request);
        time.advance(Duration.ofMinutes(3));

        refund(charged);

        assertThat(resp.number("DBSIZE")).isZero();
        assertThat(peek(request).remaining()).isEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aRefundOfEverythingLeavesNoKey(Algorithm algorithm) {
        PermitRequest request = one("all", limit(algorithm, 5, 60));
        refund(acquire(request), acquire(at(3, request)));

        assertThat(resp.number("DBSIZE")).isZero();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aRefundUnderOldNumbersLeavesTheNewOnesAlone(Algorithm algorithm) {
        Decision old = acquire(at(3, one("old", limit(algorithm, 5, 60))));
        PermitRequest changed = one("old", limit(algorithm, 9, 7));
        time.advance(Duration.ofSeconds(5));
        acquire(changed);
        time.advance(Duration.ofSeconds(3));
        Decision before = peek(changed);

        refund(old);

        assertThat(peek(changed)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void withLimit1CallsFurtherApartThanTheWindowAllPass(Algorithm algorithm) {
        PermitRequest request = one("apart", limit(algorithm, 1, 1));
        assertThat(acquire(request).allowed()).isTrue();
        time.advance(Duration.ofSeconds(2));
        assertThat(acquire(request).allowed()).isTrue();
        time.advance(Duration.ofSeconds(3));
        assertThat(acquire(request).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void aCostThatIsMoreThanWhatIsLeftIsDenied(Algorithm algorithm) {
        PermitRequest request = one("fifty", limit(algorithm, 100, 60));
        acquire(at(99, request));
        assertThat(acquire(at(50, request)).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(peek(request).remaining()).isEqualTo(1);
    }

    @Test
    void anyRedissonProgramReadsAFixedWindowAsAnAtomicLong() {
        PermitRequest request = one("com.acme.X#m(java.lang.String)", limit(Algorithm.FIXED_WINDOW, 5, 60));
        acquire(request);
        acquire(at(2, request));

        RedissonClient other = RedissonClients.defaults(server.address());
        try {
            assertThat(other.getAtomicLong(keyOf(request)).get()).isEqualTo(3);
            other.getAtomicLong(keyOf(request)).incrementAndGet();
            assertThat(acquire(request).remaining()).isZero();
        } finally {
            other.shutdown();
        }
    }

    @Test
    void theCounterOfASlidingWindowIs23Bytes() {
        PermitRequest request = one("packed", Limit.of(Limit.MAX_PERMITS, Limit.MAX_WINDOW));
        acquire(at(Limit.MAX_PERMITS, request));

        assertThat(resp.number("STRLEN", keyOf(request))).isEqualTo(23);
        assertThat(peek(request).remaining()).isZero();
    }

    @Test
    void aBucketTakesNothingBackThatHasFlowedBackAnyway() {
        PermitRequest request = one("flowed", limit(Algorithm.TOKEN_BUCKET, 10, 60));
        Decision early = acquire(request);
        time.advanceMicros(1);
        Decision later = acquire(request);
        time.advance(Duration.ofSeconds(60));
        time.advanceMicros(-1);
        acquire(at(9, request));

        refund(early);
        assertThat(peek(request).remaining()).isEqualTo(1);
        refund(later);
        assertThat(peek(request).remaining()).isEqualTo(2);
    }

    @Test
    void aTokenBucketIs35Bytes() {
        PermitRequest request = one("bucket", limit(Algorithm.TOKEN_BUCKET, Limit.MAX_PERMITS, 315_360_000));
        acquire(at(Limit.MAX_PERMITS, request));

        assertThat(resp.number("STRLEN", keyOf(request))).isEqualTo(35);
        assertThat(peek(request).remaining()).isZero();
    }

    @Test
    void aLeakyBucketIs21Bytes() {
        PermitRequest request = one("leaky", limit(Algorithm.LEAKY_BUCKET, Limit.MAX_PERMITS, 315_360_000));
        acquire(at(Limit.MAX_PERMITS, request));

        assertThat(resp.number("STRLEN", keyOf(request))).isEqualTo(21);
        assertThat(resp.number("PTTL", keyOf(request))).isPositive();
    }

    @Test
    void whatAnAcquisitionDeniesWritesNothingNew() {
        PermitRequest open = one("open", limit(Algorithm.SLIDING_WINDOW, 5, 60));
        PermitRequest closed = one("closed", limit(Algorithm.FIXED_WINDOW, 0, 60));

        acquireAll(open, closed, at(9, open));

        assertThat(resp.number("DBSIZE")).isZero();
    }

    @Test
    void aKeyIsMadeOfNamespacePolicyAndTheSubjectsDigest() {
        PermitRequest request = one("search", limit(Algorithm.SLIDING_WINDOW, 5, 60));
        acquire(request);

        LimitKey key = request.key();
        assertThat(server.keys()).containsExactly("ratelimit:v1:search:{" + key.digest() + "}");
    }

    private static String keyOf(PermitRequest request) {
        return RedisKit.NAMESPACE + ":v1:" + request.key();
    }
}
