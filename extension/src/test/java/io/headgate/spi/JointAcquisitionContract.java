package io.headgate.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store answers to several policies at once: all are charged, or none. */
public abstract class JointAcquisitionContract extends StoreKit {

    @ParameterizedTest
    @MethodSource("algorithms")
    void e07_everyPolicyAnswersForItselfAndInOrder(Algorithm algorithm) {
        PermitRequest few = one("few", limit(algorithm, 3, 10));
        PermitRequest many = one("many", limit(algorithm, 100, 60));

        assertRemaining(acquireAll(few, many), 2, 99);
        assertRemaining(acquireAll(few, many), 1, 98);
        assertRemaining(acquireAll(few, many), 0, 97);
        List<Decision> denied = acquireAll(few, many);
        assertRemaining(denied, 0, 97);
        assertThat(denied).extracting(Decision::policy).containsExactly("few", "many");
        assertThat(denied).extracting(Decision::outcome).containsExactly(Outcome.DENIED, Outcome.ALLOWED);
        assertThat(denied).extracting(Decision::limit).containsExactly(few.limit(), many.limit());
        assertThat(denied.get(0).retryAfter()).isPresent();
        assertThat(denied.get(1).retryAfter()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f07_whatOnePolicyDeniesCostsTheOthersNothing(Algorithm algorithm) {
        PermitRequest second = one("second", limit(algorithm, 1, 1));
        PermitRequest hour = one("hour", limit(algorithm, 6, 3600));
        assertThat(passes(acquireAll(second, hour))).isTrue();
        for (int call = 0; call < 5; call++) {
            List<Decision> denied = acquireAll(second, hour);
            assertThat(passes(denied)).isFalse();
            assertThat(denied).noneMatch(decision -> decision.receipt().isPresent());
        }

        for (int call = 0; call < 5; call++) {
            time.advance(Duration.ofMillis(1100));
            assertThat(passes(acquireAll(second, hour))).isTrue();
        }
        assertThat(peek(hour).remaining()).isZero();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f07_theOrderOfThePoliciesDoesNotMatter(Algorithm algorithm) {
        PermitRequest open = one("open", limit(algorithm, 5, 60));
        PermitRequest closed = one("closed", limit(algorithm, 1, 60));
        acquire(closed);

        for (PermitRequest[] order : new PermitRequest[][] {{open, closed}, {closed, open}, {closed, open, open}}) {
            assertThat(passes(acquireAll(order))).isFalse();
            assertThat(peek(open).remaining()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whatIsImpossibleForOneIsDeniedForAll(Algorithm algorithm) {
        PermitRequest open = one("open", limit(algorithm, 5, 60));
        PermitRequest never = at(6, one("never", limit(algorithm, 5, 60)));

        List<Decision> decisions = acquireAll(open, never);

        assertThat(decisions).extracting(Decision::outcome).containsExactly(Outcome.ALLOWED, Outcome.IMPOSSIBLE);
        assertRemaining(decisions, 5, 5);
        assertThat(peek(open).remaining()).isEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void theLongestWaitIsHonest(Algorithm algorithm) {
        PermitRequest minute = one("minute", limit(algorithm, 1, 60));
        PermitRequest hour = one("hour", limit(algorithm, 1, 3600));
        acquireAll(minute, hour);

        Duration longest = acquireAll(minute, hour).stream()
                .map(decision -> decision.retryAfter().orElseThrow())
                .reduce((a, b) -> a.compareTo(b) > 0 ? a : b)
                .orElseThrow();

        time.advance(longest);
        time.advanceMicros(-1);
        assertThat(passes(acquireAll(minute, hour))).isFalse();
        time.advanceMicros(1);
        assertThat(passes(acquireAll(minute, hour))).isTrue();
    }

    @Test
    void e08_ofTwoExhaustedLimitsEachTellsItsOwnWait() {
        PermitRequest seconds = one("seconds", limit(Algorithm.SLIDING_LOG, 1, 2));
        PermitRequest minute = one("minute", limit(Algorithm.SLIDING_LOG, 2, 60));
        acquireAll(seconds, minute);
        time.advance(Duration.ofMillis(2_100));
        assertThat(passes(acquireAll(seconds, minute))).isTrue();

        assertThat(acquireAll(seconds, minute))
                .extracting(decision -> decision.retryAfter().orElseThrow())
                .containsExactly(Duration.ofSeconds(2), Duration.ofMillis(57_900));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aShadowPolicyThatWouldDenyIsNotChargedAndStopsNobody(Algorithm algorithm) {
        PermitRequest shadow = shadow(one("shadow", limit(algorithm, 1, 60)));
        PermitRequest enforced = one("enforced", limit(algorithm, 5, 60));
        List<Decision> first = acquireAll(shadow, enforced);
        assertThat(first).allMatch(decision -> decision.receipt().isPresent());
        assertRemaining(first, 0, 4);

        List<Decision> second = acquireAll(shadow, enforced);

        assertThat(passes(second)).isTrue();
        assertRemaining(second, 0, 3);
        assertThat(second.get(0).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(second.get(0).shadow()).isTrue();
        assertThat(second.get(0).retryAfter()).isPresent();
        assertThat(second.get(0).receipt()).isEmpty();
        assertThat(second.get(1).receipt()).isPresent();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aShadowPolicyIsNotChargedByADeniedAcquisition(Algorithm algorithm) {
        PermitRequest shadow = shadow(one("shadow", limit(algorithm, 5, 60)));
        PermitRequest closed = one("closed", limit(algorithm, 0, 60));

        List<Decision> decisions = acquireAll(shadow, closed);

        assertThat(passes(decisions)).isFalse();
        assertRemaining(decisions, 5, 0);
        assertThat(peek(shadow).remaining()).isEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aKeyThatIsAskedTwiceIsChargedTwice(Algorithm algorithm) {
        PermitRequest request = one("twice", limit(algorithm, 3, 60));

        List<Decision> both = acquireAll(request, at(2, request));

        assertRemaining(both, 2, 0);
        assertThat(acquire(request).allowed()).isFalse();
        refund(both.get(0), both.get(1));
        assertThat(peek(request).remaining()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void aKeyThatIsAskedTwiceIsDeniedForBothTogether(Algorithm algorithm) {
        PermitRequest request = one("twice", limit(algorithm, 5, 60));
        acquire(at(3, request));

        List<Decision> denied = acquireAll(request, at(2, request));
        assertThat(denied).extracting(Decision::outcome).containsExactly(Outcome.ALLOWED, Outcome.DENIED);
        assertRemaining(denied, 2, 2);
        assertThat(acquireAll(at(3, request), at(3, request)))
                .extracting(Decision::outcome)
                .containsExactly(Outcome.DENIED, Outcome.DENIED);
        assertThat(acquireAll(at(2, request), at(4, request)))
                .extracting(Decision::outcome)
                .containsExactly(Outcome.ALLOWED, Outcome.IMPOSSIBLE);

        time.advance(denied.get(1).retryAfter().orElseThrow());
        time.advanceMicros(-1);
        assertThat(passes(acquireAll(request, at(2, request)))).isFalse();
        time.advanceMicros(1);
        assertThat(passes(acquireAll(request, at(2, request)))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void aShadowKeyThatIsAskedTwiceIsChargedAsFarAsItGoes(Algorithm algorithm) {
        PermitRequest shadow = shadow(one("twice", limit(algorithm, 5, 60)));

        List<Decision> decisions = acquireAll(at(3, shadow), at(3, shadow), at(2, shadow));

        assertThat(decisions)
                .extracting(Decision::outcome)
                .containsExactly(Outcome.ALLOWED, Outcome.DENIED, Outcome.ALLOWED);
        assertRemaining(decisions, 2, 2, 0);
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void aPeekAtSeveralTellsWhatWouldBeAnsweredAndTakesNothing(Algorithm algorithm) {
        PermitRequest few = one("few", limit(algorithm, 1, 60));
        PermitRequest many = one("many", limit(algorithm, 9, 60));

        assertRemaining(peekAll(few, many), 1, 9);
        acquireAll(few, many);
        assertThat(peekAll(few, many)).isEqualTo(acquireAll(few, many));
        assertRemaining(peekAll(few, many), 0, 8);
        assertThat(peekAll(at(5, many), at(5, many)))
                .extracting(Decision::outcome)
                .containsExactly(Outcome.ALLOWED, Outcome.IMPOSSIBLE);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aClockThatStepsBackLocksNobodyOut(Algorithm algorithm) {
        PermitRequest few = one("few", limit(algorithm, 1, 60));
        PermitRequest many = one("many", limit(algorithm, 9, 60));
        time.advance(Duration.ofDays(2));
        acquireAll(few, many);

        time.advance(Duration.ofDays(-1));
        List<Decision> denied = acquireAll(few, many);
        assertRemaining(denied, 0, 8);

        time.advance(denied.get(0).retryAfter().orElseThrow());
        assertThat(passes(acquireAll(few, many))).isTrue();
    }

    @Test
    void theSameSubjectUnderSeveralPoliciesAndSeveralSubjectsUnderOneAreCountedApart() {
        PermitRequest a = request("one", "a", limit(Algorithm.SLIDING_WINDOW, 5, 60), 1);
        PermitRequest b = request("one", "b", limit(Algorithm.SLIDING_WINDOW, 5, 60), 2);
        PermitRequest other = request("other", "a", limit(Algorithm.FIXED_WINDOW, 5, 60), 3);

        assertRemaining(acquireAll(a, b, other), 4, 3, 2);
        assertRemaining(peekAll(a, b, other), 4, 3, 2);
    }

    private static boolean passes(List<Decision> decisions) {
        return decisions.stream().noneMatch(Decision::denies);
    }

    private static void assertRemaining(List<Decision> decisions, long... remaining) {
        assertThat(decisions.stream().mapToLong(Decision::remaining).toArray()).containsExactly(remaining);
    }
}
