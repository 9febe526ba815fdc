package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Algorithm;
import io.headgate.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlidingLogTest {

    @Test
    void theTimelineOfTheDesign() {
        play("""
            limit 4/60s
            50s        | take 3 | ALLOWED | remaining 1 | reset 60s
            70s        | take 1 | ALLOWED | remaining 0 | reset 40s
            80s        | take 1 | DENIED  | remaining 0 | reset 30s | retry 30s
            110s-1us   | take 1 | DENIED  | remaining 0 | reset 1us | retry 1us
            110s       | take 3 | ALLOWED | remaining 0 | reset 20s
            120s       | take 1 | DENIED  | remaining 0 | reset 10s | retry 10s
            120s       | ttl 50s
            170s       | look 4 | ALLOWED | remaining 4 | reset 0us
            170s       | ttl 0us
            """);
    }

    @Test
    void severalPermitsAtOnceWaitForTheYoungestOfThoseThatAreInTheWay() {
        play("""
            limit 5/10s
            0s         | take 2 | ALLOWED    | remaining 3 | reset 10s
            1s         | take 1 | ALLOWED    | remaining 2 | reset 9s
            2s         | take 2 | ALLOWED    | remaining 0 | reset 8s
            3s         | look 1 | DENIED     | remaining 0 | reset 7s | retry 7s
            3s         | look 2 | DENIED     | remaining 0 | reset 7s | retry 7s
            3s         | look 3 | DENIED     | remaining 0 | reset 7s | retry 8s
            3s         | look 4 | DENIED     | remaining 0 | reset 7s | retry 9s
            3s         | look 5 | DENIED     | remaining 0 | reset 7s | retry 9s
            3s         | look 6 | IMPOSSIBLE | remaining 0 | reset 7s | retry never
            """);
    }

    @Test
    void f05_atAnEdgeNothingMorePasses() {
        play("""
            limit 10/1s
            950ms      | take 10 | ALLOWED | remaining 0 | reset 1s
            1050ms     | take 1  | DENIED  | remaining 0 | reset 900ms | retry 900ms
            1950ms     | take 10 | ALLOWED | remaining 0 | reset 1s
            """);
    }

    @Test
    void limitZeroDeniesAllAndNeverResets() {
        play("""
            limit 0/60s
            0s         | look 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            0s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            limit 3/60s
            0s         | take 2 | ALLOWED    | remaining 1 | reset 60s
            limit 0/60s
            1s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            limit 3/60s
            2s         | look 1 | ALLOWED    | remaining 1 | reset 58s
            """);
    }

    @Test
    void d04_aLoweredLimitWaitsForWhatIsTooMuchAndARaisedOneSeesAllThatWasUsed() {
        play("""
            limit 10/60s
            0s         | take 5 | ALLOWED | remaining 5 | reset 60s
            1s         | take 3 | ALLOWED | remaining 2 | reset 59s
            limit 5/60s
            2s         | take 1 | DENIED  | remaining 0 | reset 58s | retry 58s
            2s         | look 3 | DENIED  | remaining 0 | reset 58s | retry 59s
            limit 20/60s
            2s         | look 1 | ALLOWED | remaining 12 | reset 58s
            """);
    }

    @Test
    void aChangedWindowCountsTheSameTimes() {
        play("""
            limit 5/60s
            0s         | take 2 | ALLOWED | remaining 3 | reset 60s
            30s        | take 2 | ALLOWED | remaining 1 | reset 30s
            limit 5/20s
            40s        | look 1 | ALLOWED | remaining 3 | reset 10s
            limit 5/1h
            40s        | look 1 | ALLOWED | remaining 1 | reset 3560s
            40s        | ttl 3590s
            """);
    }

    @Test
    void aClockThatStepsBackTurnsTimesOfTheFutureIntoNow() {
        play("""
            limit 4/60s
            24h        | take 3 | ALLOWED | remaining 1 | reset 60s
            24h-1ms    | take 1 | ALLOWED | remaining 0 | reset 60s
            24h-1h     | take 1 | DENIED  | remaining 0 | reset 60s | retry 60s
            10s        | take 1 | DENIED  | remaining 0 | reset 60s | retry 60s
            70s-1us    | take 1 | DENIED  | remaining 0 | reset 1us | retry 1us
            70s        | take 4 | ALLOWED | remaining 0 | reset 60s
            """);
    }

    @Test
    void aStepBackThatIsShorterThanTheWindowKeepsWhatIsOlder() {
        play("""
            limit 4/60s
            0s         | take 1 | ALLOWED | remaining 3 | reset 60s
            30s        | take 2 | ALLOWED | remaining 1 | reset 30s
            20s        | take 1 | ALLOWED | remaining 0 | reset 40s
            60s        | look 2 | DENIED  | remaining 1 | reset 20s | retry 20s
            """);
    }

    @Test
    void aRefundRemovesWhatWasChargedThenAndNothingElse() {
        play("""
            limit 10/60s
            0s         | take 4 | ALLOWED | remaining 6 | reset 60s
            1s         | take 3 | ALLOWED | remaining 3 | reset 59s
            2s         | take 1 | ALLOWED | remaining 2 | reset 58s
            3s         | refund 2 of 1s
            3s         | look 5 | DENIED  | remaining 4 | reset 57s | retry 57s
            3s         | refund 9 of 1s
            3s         | look 1 | ALLOWED | remaining 5 | reset 57s
            3s         | refund 5 of 1500ms
            3s         | look 1 | ALLOWED | remaining 5 | reset 57s
            60s        | refund 4 of 0s
            60s        | look 1 | ALLOWED | remaining 9 | reset 2s
            60s        | refund 1 of 2s
            60s        | ttl 0us
            """);
    }

    @Test
    void aDeniedCallChangesNothing() {
        Arithmetic arithmetic = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.SLIDING_LOG));
        State full = arithmetic.take(null, 4, 0).next();

        assertThat(arithmetic.take(full, 1, 59_999_999).next()).isSameAs(full);
    }

    /** As far as a store that derives the moment from a time to live can tell. */
    @Test
    void aStateThatIsKeptTooShortIsKeptLongerAndOneThatIsKeptLongerStays() {
        State minute = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.SLIDING_LOG))
                .take(null, 1, 0)
                .next();

        assertThat(keptUntilMillis(minute, Duration.ofMinutes(1))).isEqualTo(60_001);
        assertThat(keptUntilMillis(minute, Duration.ofMillis(60_002))).isEqualTo(60_001);
        assertThat(keptUntilMillis(minute, Duration.ofMillis(60_003))).isEqualTo(60_004);
        assertThat(keptUntilMillis(minute, Duration.ofSeconds(1))).isEqualTo(60_001);
    }

    private static long keptUntilMillis(State state, Duration window) {
        State kept = Algorithms.of(Limit.of(1, window, Algorithm.SLIDING_LOG)).advance(state, 1);
        return ((SlidingLog.Log) kept).keptUntilMillis();
    }

    @Test
    void statesAreEqualWhereTheirTimesAre() {
        Arithmetic arithmetic = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.SLIDING_LOG));
        State one = arithmetic.take(null, 2, 5).next();
        State same = arithmetic.take(arithmetic.take(null, 1, 5).next(), 1, 5).next();
        State other = arithmetic.take(null, 2, 6).next();

        assertThat(one)
                .isEqualTo(same)
                .hasSameHashCodeAs(same)
                .isNotEqualTo(other)
                .hasToString("Log[[5, 5], until 60002 ms]");
    }

    @Test
    void theShortestAndTheLongestWindow() {
        play("""
            limit 2/1ms
            0us        | take 2 | ALLOWED | remaining 0 | reset 1ms
            999us      | look 1 | DENIED  | remaining 0 | reset 1us | retry 1us
            1ms        | take 2 | ALLOWED | remaining 0 | reset 1ms
            limit 2/3650d
            2ms        | take 1 | DENIED  | remaining 0 | reset 3650d-1ms | retry 3650d-1ms
            3650d+1ms  | take 2 | ALLOWED | remaining 0 | reset 3650d
            """);
    }

    @Test
    void aLimitWhosePermitsCannotAllBeRememberedIsRefused() {
        Limit most = Limit.of(1_000_000, Duration.ofSeconds(1), Algorithm.SLIDING_LOG);
        assertThat(Algorithms.of(most).take(null, 1_000_000, 0).remaining()).isZero();

        Limit more = Limit.of(1_000_001, Duration.ofSeconds(1), Algorithm.SLIDING_LOG);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Algorithms.of(more))
                .withMessage("limit is 1000001, a log remembers each permit, allowed are at most 1000000");
    }

    @Test
    void theStateIsTheTimesInOrder() {
        Arithmetic arithmetic = Algorithms.of(Limit.of(10, Duration.ofMinutes(1), Algorithm.SLIDING_LOG));
        State one = arithmetic.take(null, 1, 1_000_000).next();
        SlidingLog.Log log = (SlidingLog.Log) arithmetic.take(one, 2, 2_000_000).next();

        assertThat(log.micros()).containsExactly(1_000_000, 2_000_000, 2_000_000);
        assertThat(log).hasSameHashCodeAs(arithmetic.take(one, 2, 2_000_000).next());
        assertThat(log.hashCode()).isNotEqualTo(one.hashCode());
    }

    private static void play(String story) {
        Story.play(Algorithm.SLIDING_LOG, story);
    }
}
