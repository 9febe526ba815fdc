package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Parallel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RRateLimiter;

/** Policies of the script and policies with REDISSON in one acquisition, and several of the latter. */
class MixedAcquisitionTest extends LimiterKit {

    @ParameterizedTest
    @MethodSource("algorithms")
    void e07_everyPolicyAnswersForItselfAndInOrder(Algorithm algorithm) {
        PermitRequest own = own(algorithm, 9);
        PermitRequest few = shared("few", 2, HOUR);
        PermitRequest many = shared("many", 7, HOUR);

        assertRemaining(acquireAll(few, own, many), 1, 8, 6);
        assertRemaining(acquireAll(few, own, many), 0, 7, 5);
        List<Decision> denied = acquireAll(few, own, many);

        assertRemaining(denied, 0, 7, 5);
        assertThat(denied).extracting(Decision::policy).containsExactly("few", "own", "many");
        assertThat(denied)
                .extracting(Decision::outcome)
                .containsExactly(Outcome.DENIED, Outcome.ALLOWED, Outcome.ALLOWED);
        assertThat(denied).noneMatch(decision -> decision.receipt().isPresent());
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f07_whatALimiterDeniesCostsTheOthersNothing(Algorithm algorithm) {
        PermitRequest own = own(algorithm, 5);
        PermitRequest open = shared("open", 5, HOUR);
        PermitRequest closed = shared("closed", 1, HOUR);
        acquire(closed);

        for (PermitRequest[] order : new PermitRequest[][] {
            {own, open, closed}, {closed, open, own}, {open, own, closed}, {open, closed, open}
        }) {
            List<Decision> denied = acquireAll(order);
            assertThat(passes(denied)).isFalse();
            assertThat(denied)
                    .filteredOn(decision -> !decision.policy().equals("closed"))
                    .allMatch(decision -> decision.remaining() == 5 && decision.allowed());
            assertThat(peek(own).remaining()).isEqualTo(5);
            assertThat(peek(open).remaining()).isEqualTo(5);
            assertThat(plain(open).availablePermits()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f07_whatTheScriptDeniesNeverReachesALimiter(Algorithm algorithm) {
        PermitRequest own = own(algorithm, 1);
        acquire(own);

        List<Decision> denied = acquireAll(shared("untouched", 5, HOUR), own);

        assertThat(denied).extracting(Decision::outcome).containsExactly(Outcome.ALLOWED, Outcome.DENIED);
        assertRemaining(denied, 5, 0);
        assertThat(server.keys()).noneMatch(key -> key.contains("untouched"));
    }

    @Test
    void whatIsImpossibleForALimiterIsDeniedForAllAndNothingIsCharged() {
        PermitRequest own = own(Algorithm.SLIDING_WINDOW, 5);
        PermitRequest open = shared("open", 5, HOUR);
        resp.call("CONFIG", "RESETSTAT");

        List<Decision> impossible = acquireAll(own, open, at(6, shared("never", 5, HOUR)));
        List<Decision> zero = acquireAll(own, open, shared("zero", 0, HOUR));

        assertThat(impossible)
                .extracting(Decision::outcome)
                .containsExactly(Outcome.ALLOWED, Outcome.ALLOWED, Outcome.IMPOSSIBLE);
        assertRemaining(impossible, 5, 5, 5);
        assertRemaining(zero, 5, 5, 0);
        assertThat(server.keys()).isEmpty();
        assertThat(server.calls("zadd")).isZero();
        assertThat(server.calls("set")).isZero();
    }

    @Test
    void shadowsAreChargedAsFarAsTheyGoAndStopNobody() {
        PermitRequest own = own(Algorithm.TOKEN_BUCKET, 9);
        PermitRequest shadow = shadow(shared("shadow", 1, HOUR));
        PermitRequest never = shadow(at(6, shared("never", 5, HOUR)));

        List<Decision> first = acquireAll(shadow, own, never);
        assertThat(first).extracting(Decision::allowed).containsExactly(true, true, false);
        assertThat(passes(first)).isTrue();
        List<Decision> second = acquireAll(shadow, own, never);

        assertThat(passes(second)).isTrue();
        assertRemaining(second, 0, 7, 5);
        assertThat(second.get(0).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(second.get(0).receipt()).isEmpty();
        assertThat(second.get(1).receipt()).isPresent();
    }

    @Test
    void aShadowIsNotChargedByADeniedAcquisition() {
        PermitRequest shadow = shadow(shared("shadow", 5, HOUR));
        PermitRequest closed = shared("closed", 1, HOUR);
        acquire(closed);

        assertRemaining(acquireAll(shadow, closed), 5, 0);
        assertThat(peek(shadow).remaining()).isEqualTo(5);
    }

    @Test
    void aKeyThatIsAskedTwiceIsChargedTwiceOrDeniedForBothTogether() {
        PermitRequest request = shared("twice", 5, HOUR);
        assertRemaining(acquireAll(request, at(2, request)), 4, 2);

        List<Decision> denied = acquireAll(request, at(2, request));

        assertThat(denied).extracting(Decision::outcome).containsExactly(Outcome.ALLOWED, Outcome.DENIED);
        assertRemaining(denied, 2, 2);
        assertThat(peekAll(request, at(2, request)))
                .extracting(Decision::outcome)
                .containsExactly(Outcome.ALLOWED, Outcome.DENIED);
        assertThat(peekAll(at(2, request), at(Long.MAX_VALUE, request)))
                .extracting(Decision::outcome)
                .containsExactly(Outcome.ALLOWED, Outcome.IMPOSSIBLE);
        assertThat(peek(request).remaining()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void receiptsOfBothKindsGiveBackTogether(Algorithm algorithm) {
        PermitRequest own = own(algorithm, 5);
        PermitRequest shared = shared("shared", 5, HOUR);
        List<Decision> charged = acquireAll(at(2, own), at(3, shared));

        refund(charged.toArray(Decision[]::new));
        refund(charged.toArray(Decision[]::new));

        assertRemaining(peekAll(own, shared), 5, 5);
    }

    @Test
    void whereALimiterFailsWhatTheOthersChargedIsGivenBack() {
        PermitRequest own = own(Algorithm.FIXED_WINDOW, 5);
        PermitRequest open = shared("open", 5, HOUR);
        try (RestrictedUser user = new RestrictedUser(List.of("~ratelimit:v1:o*", "+@all"))) {
            RateLimitStore half = RedisKit.store(user.client());
            assertThatThrownBy(() ->
                            answer(half.tryAcquire(Acquisition.of(List.of(own, open, shared("forbidden", 5, HOUR))))))
                    .hasCauseInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("HG0315");
        }

        assertRemaining(peekAll(own, open), 5, 5);
    }

    /** Or a request would pass of which nothing was charged. */
    @Test
    void whoWasDeniedStaysDeniedThoughThePermitsCameBackMeanwhile() {
        PermitRequest closed = shared("closed", 1, HOUR);
        acquire(closed);
        Answer charged = new Answer(1, Outcome.ALLOWED, 4, 0, 0, 0, true);
        SharedLimiters limiters = new SharedLimiters(
                new LimiterClient(
                        RedisKit.client(server), RedisKit.DEADLINE, RedisKit.HEADGATE, TimeSource.monotonic()),
                RedisKit.NAMESPACE);
        List<Item> items = List.of(Item.of(own(Algorithm.SLIDING_WINDOW, 5)), Item.of(closed));

        List<Answer> answers = answer(new MixedAcquisition(
                        items,
                        (mode, part) -> {
                            if (mode == Call.Mode.REFUND) {
                                server.clear();
                            }
                            return CompletableFuture.completedFuture(List.of(charged));
                        },
                        limiters,
                        TimeSource.monotonic().micros())
                .run(Call.Mode.TRY));

        assertThat(peek(closed).allowed()).isTrue();
        assertThat(answers.get(1).outcome()).isEqualTo(Outcome.DENIED);
    }

    /** Half of the callers take from the limiter alone, so that acquisitions of both are denied by it all the time. */
    @Test
    void f08_atOnceExactlyTheLimitPassesAndBothCountThat() throws Exception {
        PermitRequest own = own(Algorithm.SLIDING_WINDOW, 1000);
        PermitRequest shared = shared("both", 20, HOUR);
        acquire(shared);
        RRateLimiter plain = plain(shared);

        List<Boolean> passed = Parallel.rounds(
                        Parallel.Threads.PLATFORM,
                        1,
                        60,
                        (round, thread) -> thread % 2 == 0
                                ? passes(acquireAll(own, shared)) ? Boolean.TRUE : null
                                : plain.tryAcquire() ? Boolean.FALSE : null)
                .get(0);

        assertThat(passed.stream().filter(each -> each != null)).hasSize(19);
        long both = passed.stream().filter(Boolean.TRUE::equals).count();
        assertThat(peek(own).remaining()).isEqualTo(1000 - both);
        assertThat(peek(shared).remaining()).isZero();
    }

    private static PermitRequest own(Algorithm algorithm, long permits) {
        return one("own", limit(algorithm, permits, HOUR));
    }

    private static boolean passes(List<Decision> decisions) {
        return decisions.stream().noneMatch(Decision::denies);
    }

    private static void assertRemaining(List<Decision> decisions, long... remaining) {
        assertThat(decisions.stream().mapToLong(Decision::remaining).toArray()).containsExactly(remaining);
    }
}
