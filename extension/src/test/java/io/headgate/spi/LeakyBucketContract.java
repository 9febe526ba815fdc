package io.headgate.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.testing.Parallel;
import io.headgate.testing.Parallel.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store answers to calls that wait for their turn. */
@Timeout(60)
public abstract class LeakyBucketContract extends StoreKit {

    private static PermitRequest leaky(String policy, long permits, long seconds, Duration maxWait) {
        Duration window = Duration.ofSeconds(seconds);
        return one(policy, Limit.of(permits, window, Algorithm.LEAKY_BUCKET, Optional.empty(), Optional.of(maxWait)));
    }

    private static PermitRequest inAHurry(PermitRequest request) {
        return new PermitRequest(request.key(), request.limit(), request.cost(), request.shadow(), false);
    }

    private static List<Duration> turnsEvery50Millis(long number) {
        return LongStream.range(0, number)
                .mapToObj(turn -> Duration.ofMillis(50 * turn))
                .toList();
    }

    @Test
    void callsAreGivenTurnsInTheOrderInWhichTheyCome() {
        PermitRequest request = leaky("turns", 20, 1, Duration.ofSeconds(1));

        List<Decision> burst =
                IntStream.range(0, 40).mapToObj(call -> acquire(request)).toList();

        assertThat(burst.subList(0, 21)).allMatch(Decision::allowed);
        assertThat(burst.subList(0, 21)).extracting(Decision::delay).containsExactlyElementsOf(turnsEvery50Millis(21));
        assertThat(burst.subList(21, 40)).allSatisfy(denied -> {
            assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
            assertThat(denied.retryAfter()).contains(Duration.ofMillis(50));
            assertThat(denied.delay()).isZero();
            assertThat(denied.receipt()).isEmpty();
        });
    }

    @Test
    void ofManyThreadsEachHasATurnOfItsOwn() throws Exception {
        PermitRequest request = leaky("threads", 20, 1, Duration.ofSeconds(10));

        List<Duration> delays = Parallel.rounds(
                        Threads.PLATFORM,
                        1,
                        64,
                        (round, thread) -> acquire(request).delay())
                .get(0);

        assertThat(delays).containsExactlyInAnyOrderElementsOf(turnsEvery50Millis(64));
    }

    @Test
    void f04_aCostKeepsThoseBehindItWaitingAndAboveTheLimitItNeverPasses() {
        PermitRequest request = leaky("costs", 10, 10, Duration.ofSeconds(4));

        assertThat(acquire(at(3, request)).delay()).isZero();
        assertThat(acquire(at(10, request)).delay()).isEqualTo(Duration.ofSeconds(3));
        Decision denied = acquire(request);
        assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
        assertThat(denied.retryAfter()).contains(Duration.ofSeconds(9));
        Decision never = acquire(at(11, request));
        assertThat(never.outcome()).isEqualTo(Outcome.IMPOSSIBLE);
        assertThat(never.retryAfter()).isEmpty();
        assertThat(acquire(request).retryAfter()).contains(Duration.ofSeconds(9));
    }

    @Test
    void aPeekTellsTheDelayAndTakesNoTurn() {
        PermitRequest request = leaky("peek", 10, 10, Duration.ofSeconds(4));
        acquire(at(2, request));

        Decision seen = peek(request);

        assertThat(seen.delay()).isEqualTo(Duration.ofSeconds(2));
        assertThat(seen.remaining()).isEqualTo(3);
        assertThat(seen.receipt()).isEmpty();
        assertThat(acquire(request).delay()).isEqualTo(Duration.ofSeconds(2));
        time.advance(Duration.ofSeconds(1));
        assertThat(peek(request).delay()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void whoeverCannotWaitIsAdmittedOnlyWhereItsTurnIsNow() {
        PermitRequest request = leaky("hurry", 10, 10, Duration.ofSeconds(4));
        assertThat(acquire(inAHurry(request)).allowed()).isTrue();

        Decision denied = acquire(inAHurry(request));
        assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
        assertThat(denied.retryAfter()).contains(Duration.ofSeconds(1));
        assertThat(denied.limit()).isEqualTo(request.limit());

        assertThat(acquire(request).delay()).isEqualTo(Duration.ofSeconds(1));
        time.advance(Duration.ofSeconds(2));
        assertThat(acquire(inAHurry(request)).delay()).isZero();
    }

    @Test
    void onlyTheLastTurnIsGivenBackAndNobodyMovesUp() {
        PermitRequest request = leaky("refund", 10, 10, Duration.ofSeconds(9));
        Decision first = acquire(request);
        Decision second = acquire(at(2, request));
        Decision third = acquire(request);
        time.advance(Duration.ofMillis(500));

        refund(second);
        assertThat(peek(request).delay()).isEqualTo(Duration.ofMillis(3_500));
        refund(third);
        assertThat(peek(request).delay()).isEqualTo(Duration.ofMillis(2_500));
        refund(first);
        assertThat(peek(request).delay()).isEqualTo(Duration.ofMillis(2_500));
    }

    @Test
    void whatOneAcquisitionTookIsGivenBackTogether() {
        PermitRequest request = leaky("twice", 10, 10, Duration.ofSeconds(9));
        List<Decision> both = acquireAll(request, at(2, request), request);
        assertThat(both)
                .extracting(Decision::delay)
                .containsExactly(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(3));

        refund(both.toArray(Decision[]::new));

        assertThat(peek(request).delay()).isZero();
        assertThat(peek(request).remaining()).isEqualTo(10);
    }

    @Test
    void f07_whatAnotherPolicyDeniesTakesNoTurn() {
        PermitRequest request = leaky("open", 10, 10, Duration.ofSeconds(9));
        PermitRequest closed = one("closed", limit(Algorithm.SLIDING_WINDOW, 0, 60));

        List<Decision> denied = acquireAll(request, closed, request);

        assertThat(denied)
                .extracting(Decision::outcome)
                .containsExactly(Outcome.ALLOWED, Outcome.IMPOSSIBLE, Outcome.ALLOWED);
        assertThat(denied.get(2).delay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(acquire(request).delay()).isZero();
    }

    @Test
    void aKeyThatIsAskedTwiceIsDeniedWhereTheSecondTurnIsTooFar() {
        PermitRequest request = leaky("both", 10, 10, Duration.ofSeconds(2));
        acquire(request);

        List<Decision> denied = acquireAll(at(2, request), request);
        assertThat(denied).extracting(Decision::outcome).containsExactly(Outcome.ALLOWED, Outcome.DENIED);
        assertThat(denied.get(1).retryAfter()).contains(Duration.ofSeconds(1));
        assertThat(acquireAll(at(3, request), request))
                .extracting(Decision::outcome)
                .containsExactly(Outcome.ALLOWED, Outcome.IMPOSSIBLE);

        time.advance(Duration.ofSeconds(1));
        assertThat(acquireAll(at(2, request), request))
                .extracting(Decision::delay)
                .containsExactly(Duration.ZERO, Duration.ofSeconds(2));
    }

    @Test
    void d03_d04_whoIsPromisedATurnKeepsItAndNobodyOvertakes() {
        PermitRequest slow = leaky("changed", 6, 60, Duration.ofSeconds(60));
        PermitRequest fast = leaky("changed", 60, 60, Duration.ofSeconds(60));
        acquire(at(3, slow));

        assertThat(acquire(fast).delay()).isEqualTo(Duration.ofSeconds(30));
        assertThat(acquire(fast).delay()).isEqualTo(Duration.ofSeconds(31));
        assertThat(acquire(slow).delay()).isEqualTo(Duration.ofSeconds(32));
        assertThat(acquire(fast).delay()).isEqualTo(Duration.ofSeconds(42));
    }
}
