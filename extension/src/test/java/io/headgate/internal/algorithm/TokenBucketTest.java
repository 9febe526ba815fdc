package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Algorithm;
import io.headgate.Limit;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

    @Test
    void theTimelineOfTheDesign() {
        play("""
            limit 4/60s burst 6
            0s         | take 6 | ALLOWED | remaining 0 | reset 15s
            10s        | take 1 | DENIED  | remaining 0 | reset 5s   | retry 5s
            15s-1us    | take 1 | DENIED  | remaining 0 | reset 1us  | retry 1us
            15s        | take 1 | ALLOWED | remaining 0 | reset 15s
            45s        | take 1 | ALLOWED | remaining 1 | reset 15s
            45s        | ttl 75s
            120s-1us   | look 6 | DENIED  | remaining 5 | reset 1us  | retry 1us
            120s       | look 6 | ALLOWED | remaining 6 | reset 0us
            120s       | ttl 0us
            120s       | take 1 | ALLOWED | remaining 5 | reset 15s
            """);
    }

    @Test
    void severalPermitsWaitUntilTheyHaveFlowedIn() {
        play("""
            limit 10/10s
            0s         | take 7  | ALLOWED    | remaining 3 | reset 1s
            0s         | look 4  | DENIED     | remaining 3 | reset 1s    | retry 1s
            0s         | look 10 | DENIED     | remaining 3 | reset 1s    | retry 7s
            0s         | look 11 | IMPOSSIBLE | remaining 3 | reset 1s    | retry never
            2500ms     | take 5  | ALLOWED    | remaining 0 | reset 500ms
            """);
    }

    @Test
    void aBurstBelowTheLimitIsThereAtOnceAndTheLimitOverTheWindow() {
        play("""
            limit 60/60s burst 2
            0s         | take 2 | ALLOWED    | remaining 0 | reset 1s
            0s         | take 3 | IMPOSSIBLE | remaining 0 | reset 1s    | retry never
            1s         | take 1 | ALLOWED    | remaining 0 | reset 1s
            1500ms     | take 1 | DENIED     | remaining 0 | reset 500ms | retry 500ms
            60s        | take 2 | ALLOWED    | remaining 0 | reset 1s
            """);
    }

    @Test
    void limitZeroDeniesAllAndLeavesTheBucketAsItIs() {
        play("""
            limit 0/60s
            0s         | look 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            0s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            0s         | ttl 0us
            limit 6/60s
            0s         | take 5 | ALLOWED    | remaining 1 | reset 10s
            limit 0/60s burst 6
            1s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            1s         | ttl 49s
            limit 6/60s
            2s         | look 1 | ALLOWED    | remaining 1 | reset 8s
            """);
    }

    @Test
    void aChangedLimitOrBurstLeavesInTheBucketWhatIsInItUpToTheNewBurst() {
        play("""
            limit 10/60s
            0s         | take 3 | ALLOWED | remaining 7 | reset 6s
            limit 20/60s
            0s         | look 1 | ALLOWED | remaining 7 | reset 3s
            limit 10/60s burst 5
            0s         | look 1 | ALLOWED | remaining 5 | reset 0us
            0s         | take 1 | ALLOWED | remaining 4 | reset 6s
            limit 10/60s burst 50
            0s         | look 1 | ALLOWED | remaining 4 | reset 6s
            0s         | take 1 | ALLOWED | remaining 3 | reset 6s
            0s         | ttl 282s
            """);
    }

    /** Another window has another number of ticks, so parts of a permit cannot be taken over. */
    @Test
    void aChangedWindowKeepsWholePermits() {
        play("""
            limit 10/10s
            0s         | take 10 | ALLOWED | remaining 0 | reset 1s
            3900ms     | look 1  | ALLOWED | remaining 3 | reset 100ms
            3900ms     | take 1  | ALLOWED | remaining 2 | reset 100ms
            limit 10/20s
            3900ms     | look 1  | ALLOWED | remaining 2 | reset 2s
            """);
    }

    @Test
    void aClockThatStepsBackLeavesTheLevelAndLocksNobodyOut() {
        play("""
            limit 4/60s
            24h        | take 4 | ALLOWED | remaining 0 | reset 15s
            24h-1ms    | take 1 | DENIED  | remaining 0 | reset 15s | retry 15s
            24h-1h     | take 1 | DENIED  | remaining 0 | reset 15s | retry 15s
            10s        | take 1 | DENIED  | remaining 0 | reset 15s | retry 15s
            25s        | take 1 | ALLOWED | remaining 0 | reset 15s
            """);
    }

    @Test
    void aDeniedCallChangesNothing() {
        Arithmetic arithmetic = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.TOKEN_BUCKET));
        State empty = arithmetic.take(null, 4, 0).next();

        assertThat(arithmetic.take(empty, 1, 14_999_999).next()).isSameAs(empty);
    }

    @Test
    void aRefundFillsTheBucketUpToTheBurstUntilItHasFlowedBackAnyway() {
        play("""
            limit 10/60s
            0s         | take 4 | ALLOWED | remaining 6 | reset 6s
            30s        | refund 1 of 0s
            30s        | look 1 | ALLOWED | remaining 10 | reset 0us
            30s        | take 8 | ALLOWED | remaining 2 | reset 6s
            30s        | refund 99 of 30s
            30s        | look 1 | ALLOWED | remaining 10 | reset 0us
            60s        | take 9 | ALLOWED | remaining 1 | reset 6s
            60s        | refund 5 of 0s
            60s        | look 1 | ALLOWED | remaining 1 | reset 6s
            60s        | refund 5 of 1us
            60s        | look 1 | ALLOWED | remaining 6 | reset 6s
            """);
    }

    @Test
    void aReceiptOfAnotherWindowGivesNothingBackAndOneOfAnotherBurstNoMoreThanFitsNow() {
        play("""
            limit 10/60s
            0s         | take 8 | ALLOWED | remaining 2 | reset 6s
            limit 10/30s
            0s         | refund 8 of 0s
            limit 10/60s
            0s         | look 1 | ALLOWED | remaining 2 | reset 6s
            limit 10/60s burst 5
            0s         | take 1 | ALLOWED | remaining 1 | reset 6s
            limit 10/60s
            0s         | refund 8 of 0s
            limit 10/60s burst 5
            0s         | look 1 | ALLOWED | remaining 5 | reset 0us
            """);
    }

    @Test
    void theGreatestLimitFlowsInTicksThatStayExact() {
        play("""
            limit 1000000000000/60s
            0s         | take 1000000000000 | ALLOWED | remaining 0         | reset 7500us
            7499us     | look 1             | DENIED  | remaining 0         | reset 1us | retry 1us
            7500us     | take 125000000     | ALLOWED | remaining 0         | reset 7500us
            60s        | look 999875000000  | ALLOWED | remaining 999875000000 | reset 7500us
            """);
    }

    /** Seen elsewhere: a bucket that was forgotten before it was full, and so gave its burst twice. */
    @Test
    void aBucketIsRememberedUntilItIsFull() {
        play("""
            limit 1/1s burst 200
            0s         | take 200 | ALLOWED | remaining 0 | reset 1s
            0s         | ttl 200s
            2300ms     | take 3   | DENIED  | remaining 2 | reset 700ms | retry 700ms
            2300ms     | take 2   | ALLOWED | remaining 0 | reset 700ms
            """);
    }

    /** Seen elsewhere: a bucket that fills within less than a second was not remembered at all. */
    @Test
    void aBucketThatFillsQuicklyIsRememberedToo() {
        play("""
            limit 1000/1s burst 100
            0s         | take 100 | ALLOWED | remaining 0 | reset 1ms
            0s         | take 1   | DENIED  | remaining 0 | reset 1ms | retry 1ms
            0s         | ttl 100ms
            limit 3/1s burst 1
            10s        | take 1   | ALLOWED | remaining 0 | reset 333334us
            10s        | take 1   | DENIED  | remaining 0 | reset 333334us | retry 333334us
            10s        | ttl 333334us
            """);
    }

    /** Seen elsewhere: numbers that overflow after a long rest. */
    @Test
    void aLongRestFillsTheBucketAndNoMore() {
        play("""
            limit 980000000/10s burst 1000000000000
            0s         | take 1000000000000 | ALLOWED | remaining 0 | reset 1250us
            7000d      | take 1000000000000 | ALLOWED | remaining 0 | reset 1250us
            """);
    }

    @Test
    void aBucketThatTakesMoreThanTwentyYearsToFillIsRefused() {
        Limit decades = Limit.of(1, Limit.MAX_WINDOW, Algorithm.TOKEN_BUCKET, Optional.of(2L), Optional.empty());
        assertThat(Algorithms.of(decades).remaining(null, 0)).isEqualTo(2);

        for (long burst : new long[] {3, Limit.MAX_PERMITS}) {
            Limit more = Limit.of(1, Limit.MAX_WINDOW, Algorithm.TOKEN_BUCKET, Optional.of(burst), Optional.empty());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Algorithms.of(more))
                    .withMessageContaining("what 1 permits per PT87600H admit must be remembered for")
                    .withMessageEndingWith("allowed are at most PT175200H (20 years of 365 days)");
        }
    }

    @Test
    void whatIsFullByItsOwnNumbersIsForgottenAndSoIsWhatIsFullByNewOnes() {
        play("""
            limit 4/60s burst 2
            0s         | take 1 | ALLOWED | remaining 1 | reset 15s
            limit 4/60s burst 6
            15s-1us    | look 1 | ALLOWED | remaining 1 | reset 1us
            15s        | look 1 | ALLOWED | remaining 6 | reset 0us
            """);
        play("""
            limit 4/60s burst 6
            0s         | take 2 | ALLOWED | remaining 4 | reset 15s
            limit 4/60s burst 4
            0s         | look 4 | ALLOWED | remaining 4 | reset 0us
            0s         | ttl 0us
            """);
    }

    @Test
    void aClockThatStepsBackAtLimitZeroTakesTheBucketWithIt() {
        play("""
            limit 4/60s
            60s        | take 4 | ALLOWED    | remaining 0 | reset 15s
            limit 0/60s
            0s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            0s         | ttl 60s
            limit 4/60s
            15s        | take 1 | ALLOWED    | remaining 0 | reset 15s
            """);
    }

    @Test
    void atLimitZeroThereIsNothingToWrite() {
        State used = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.TOKEN_BUCKET))
                .take(null, 1, 0)
                .next();
        Arithmetic closed = Algorithms.of(Limit.of(0, Duration.ofMinutes(1), Algorithm.TOKEN_BUCKET));

        assertThat(closed.advance(used, 0)).isSameAs(used);
        assertThat(closed.advance(used, 5)).isSameAs(used);
    }

    @Test
    void whatIsFullByNewNumbersIsAsGoodAsNew() {
        State used = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.TOKEN_BUCKET))
                .take(null, 1, 0)
                .next();
        Arithmetic smaller = Algorithms.of(
                Limit.of(4, Duration.ofMinutes(1), Algorithm.TOKEN_BUCKET, Optional.of(3L), Optional.empty()));

        assertThat(smaller.advance(used, 0)).isEqualTo(smaller.advance(null, 0));
    }

    private static void play(String story) {
        Story.play(Algorithm.TOKEN_BUCKET, story);
    }
}
