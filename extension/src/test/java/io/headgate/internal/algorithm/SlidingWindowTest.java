package io.headgate.internal.algorithm;

import io.headgate.Algorithm;
import org.junit.jupiter.api.Test;

class SlidingWindowTest {

    @Test
    void theTimelineOfTheDesign() {
        play("""
            limit 4/60s
            50s        | take 1 | ALLOWED | remaining 3 | reset 10s+1us
            50s        | take 1 | ALLOWED | remaining 2 | reset 10s+1us
            50s        | take 1 | ALLOWED | remaining 1 | reset 10s+1us
            50s        | take 1 | ALLOWED | remaining 0 | reset 10s+1us
            55s        | take 1 | DENIED  | remaining 0 | reset 5s+1us  | retry 5s+1us
            60s        | take 1 | DENIED  | remaining 0 | reset 1us     | retry 1us
            60s+1us    | look 1 | ALLOWED | remaining 1 | reset 15s
            75s        | take 1 | ALLOWED | remaining 0 | reset 1us
            76s        | take 1 | ALLOWED | remaining 0 | reset 14s+1us
            90s        | take 1 | DENIED  | remaining 0 | reset 1us     | retry 1us
            90s+1us    | look 1 | ALLOWED | remaining 1 | reset 15s
            150s       | look 1 | ALLOWED | remaining 3 | reset 1us
            150s+1us   | look 1 | ALLOWED | remaining 4 | reset 0us
            """);
    }

    @Test
    void severalPermitsAtOnceWaitForAllOfThem() {
        play("""
            limit 4/60s
            0s         | take 3 | ALLOWED    | remaining 1 | reset 60s+1us
            0s         | take 2 | DENIED     | remaining 1 | reset 60s+1us | retry 60s+1us
            0s         | look 3 | DENIED     | remaining 1 | reset 60s+1us | retry 80s+1us
            0s         | look 4 | DENIED     | remaining 1 | reset 60s+1us | retry 100s+1us
            0s         | look 5 | IMPOSSIBLE | remaining 1 | reset 60s+1us | retry never
            80s        | look 3 | DENIED     | remaining 2 | reset 1us     | retry 1us
            80s+1us    | look 3 | ALLOWED    | remaining 3 | reset 20s
            100s+1us   | take 4 | ALLOWED    | remaining 0 | reset 20s
            """);
    }

    @Test
    void fractionsAreRoundedDownSoThatLimitOneIsHadOnceInEveryWindow() {
        play("""
            limit 1/1s
            0s         | take 1 | ALLOWED | remaining 0 | reset 1s+1us
            1s         | take 1 | DENIED  | remaining 0 | reset 1us     | retry 1us
            1s+1us     | take 1 | ALLOWED | remaining 0 | reset 1s
            2s+1us     | take 1 | ALLOWED | remaining 0 | reset 1s
            3s         | take 1 | DENIED  | remaining 0 | reset 1us     | retry 1us
            """);
    }

    @Test
    void aWindowOlderThanThePreviousOneCountsNothing() {
        play("""
            limit 2/60s
            59s        | take 2 | ALLOWED | remaining 0 | reset 1s+1us
            59s        | ttl 61s
            119s+1us   | look 2 | ALLOWED | remaining 2 | reset 0us
            119s+1us   | ttl 61s-1us
            120s       | look 2 | ALLOWED | remaining 2 | reset 0us
            120s       | ttl 0us
            """);
    }

    @Test
    void limitZeroDeniesAllAndNeverResets() {
        play("""
            limit 0/60s
            0s         | look 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            0s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            """);
    }

    @Test
    void theLimitMayBecomeZeroAndComeBack() {
        play("""
            limit 3/60s
            0s         | take 2 | ALLOWED    | remaining 1 | reset 60s+1us
            limit 0/60s
            1s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            limit 3/60s
            2s         | look 1 | ALLOWED    | remaining 1 | reset 58s+1us
            """);
    }

    @Test
    void aLoweredLimitCountsAtMostItselfAndARaisedOneSeesAllThatWasUsed() {
        play("""
            limit 10/60s
            0s         | take 8 | ALLOWED | remaining 2 | reset 60s+1us
            limit 4/60s
            1s         | take 1 | DENIED  | remaining 0 | reset 59s+1us | retry 59s+1us
            limit 20/60s
            2s         | look 1 | ALLOWED | remaining 12 | reset 58s+1us
            60s        | look 1 | ALLOWED | remaining 12 | reset 1us
            """);
    }

    @Test
    void aChangedWindowKeepsWhatStillCounts() {
        play("""
            limit 10/60s
            10s        | take 3 | ALLOWED | remaining 7 | reset 50s+1us
            70s        | take 4 | ALLOWED | remaining 4 | reset 10s+1us
            limit 10/10s
            71s        | look 1 | ALLOWED | remaining 3 | reset 9s+1us
            179s       | look 1 | ALLOWED | remaining 3 | reset 1s+1us
            180s       | look 1 | ALLOWED | remaining 10 | reset 0us
            """);
    }

    @Test
    void aClockThatStepsBackKeepsWhatWasUsedAndLocksNobodyOut() {
        play("""
            limit 4/60s
            24h        | take 2 | ALLOWED | remaining 2 | reset 60s+1us
            24h+61s    | take 2 | ALLOWED | remaining 1 | reset 29s+1us
            24h+60s-1us | look 1 | DENIED | remaining 0 | reset 2us     | retry 2us
            0s         | take 1 | DENIED  | remaining 0 | reset 60s+1us | retry 60s+1us
            60s        | look 1 | DENIED  | remaining 0 | reset 1us     | retry 1us
            60s+1us    | take 1 | ALLOWED | remaining 0 | reset 15s
            """);
    }

    @Test
    void aStepBackWithinTheWindowChangesNothingThatWasUsed() {
        play("""
            limit 4/60s
            30s        | take 3 | ALLOWED | remaining 1 | reset 30s+1us
            29s        | take 1 | ALLOWED | remaining 0 | reset 31s+1us
            """);
    }

    @Test
    void aRefundGivesBackWhereItsWindowStillCounts() {
        play("""
            limit 10/60s
            0s         | take 4 | ALLOWED | remaining 6 | reset 60s+1us
            30s        | refund 1 of 0s
            30s        | look 1 | ALLOWED | remaining 7 | reset 30s+1us
            60s        | take 2 | ALLOWED | remaining 5 | reset 1us
            60s        | refund 2 of 0s
            60s        | look 1 | ALLOWED | remaining 7 | reset 1us
            60s        | refund 9 of 60s
            60s        | look 1 | ALLOWED | remaining 9 | reset 1us
            120s       | take 5 | ALLOWED | remaining 5 | reset 60s+1us
            120s       | refund 5 of 0s
            120s       | look 1 | ALLOWED | remaining 5 | reset 60s+1us
            120s       | refund 5 of 180s
            120s       | look 1 | ALLOWED | remaining 5 | reset 60s+1us
            """);
    }

    @Test
    void aReceiptOfAnotherWindowLengthGivesNothingBack() {
        play("""
            limit 10/60s
            0s         | take 4 | ALLOWED | remaining 6 | reset 60s+1us
            limit 10/30s
            0s         | refund 4 of 0s
            0s         | look 1 | ALLOWED | remaining 6 | reset 30s+1us
            """);
    }

    @Test
    void theGreatestLimitAdvancesInTicksThatStayExact() {
        play("""
            limit 1000000000000/60s
            0s         | take 1000000000000 | ALLOWED | remaining 0 | reset 60s+7500us
            60s        | look 1             | DENIED  | remaining 0 | reset 7500us | retry 7500us
            60s+7499us | look 1             | DENIED  | remaining 0 | reset 1us    | retry 1us
            60s+7500us | look 1             | ALLOWED | remaining 125000000 | reset 7500us
            60s+7500us | look 125000001     | DENIED  | remaining 125000000 | reset 7500us | retry 7500us
            90s        | take 500000000000  | ALLOWED | remaining 0 | reset 7500us
            """);
    }

    @Test
    void theShortestWindow() {
        play("""
            limit 3/1ms
            0us        | take 3 | ALLOWED | remaining 0 | reset 1001us
            999us      | look 1 | DENIED  | remaining 0 | reset 2us   | retry 2us
            1000us     | look 1 | DENIED  | remaining 0 | reset 1us   | retry 1us
            1001us     | look 1 | ALLOWED | remaining 1 | reset 333us
            2000us     | look 3 | ALLOWED | remaining 3 | reset 0us
            """);
    }

    @Test
    void timesBeforeTheEpochAreOrdinaryTimes() {
        play("""
            limit 1/1s
            -20001d    | take 1 | ALLOWED | remaining 0 | reset 1s+1us
            -20001d+1s | look 1 | DENIED  | remaining 0 | reset 1us | retry 1us
            """);
    }

    /** A microsecond before the window ends, what is left of the older use rounds down to nothing. */
    @Test
    void aWholeLimitMayPassInTheLastTickOfAWindow() {
        play("""
            limit 600/1ms
            0us        | take 600 | ALLOWED | remaining 0 | reset 1001us
            1000us     | take 600 | DENIED  | remaining 0 | reset 1us    | retry 999us
            1998us     | take 600 | DENIED  | remaining 599 | reset 1us  | retry 1us
            1999us     | take 600 | ALLOWED | remaining 0 | reset 2us
            """);
    }

    private static void play(String story) {
        Story.play(Algorithm.SLIDING_WINDOW, story);
    }
}
