package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Algorithm;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeakyBucketTest {

    @Test
    void theTimelineOfTheDesign() {
        play("""
            limit 4/60s wait 30s
            0s         | take 1 | ALLOWED | remaining 2 | reset 15s
            0s         | take 1 | ALLOWED | remaining 1 | reset 15s  | delay 15s
            0s         | take 1 | ALLOWED | remaining 0 | reset 15s  | delay 30s
            0s         | take 1 | DENIED  | remaining 0 | reset 15s  | retry 15s
            15s-1us    | take 1 | DENIED  | remaining 0 | reset 1us  | retry 1us
            15s        | take 1 | ALLOWED | remaining 0 | reset 15s  | delay 30s
            15s        | ttl 45s
            60s-1us    | look 1 | ALLOWED | remaining 2 | reset 1us  | delay 1us
            60s        | ttl 0us
            60s        | take 1 | ALLOWED | remaining 2 | reset 15s
            70s        | take 1 | ALLOWED | remaining 1 | reset 5s   | delay 5s
            100s       | look 1 | ALLOWED | remaining 3 | reset 0us
            """);
    }

    @Test
    void theLongestWaitIsTheWindowWhereNobodySaysAnything() {
        play("""
            limit 4/60s
            0s         | take 1 | ALLOWED | remaining 4 | reset 0us
            0s         | take 1 | ALLOWED | remaining 3 | reset 15s | delay 15s
            0s         | take 1 | ALLOWED | remaining 2 | reset 15s | delay 30s
            0s         | take 1 | ALLOWED | remaining 1 | reset 15s | delay 45s
            0s         | take 1 | ALLOWED | remaining 0 | reset 15s | delay 60s
            0s         | take 1 | DENIED  | remaining 0 | reset 15s | retry 15s
            """);
    }

    @Test
    void withoutAnyWaitWhoComesEarlyIsDenied() {
        play("""
            limit 20/1s wait 0ms
            0s         | look 1 | ALLOWED | remaining 1 | reset 0us
            0s         | take 1 | ALLOWED | remaining 0 | reset 50ms
            50ms-1us   | take 1 | DENIED  | remaining 0 | reset 1us  | retry 1us
            50ms       | take 1 | ALLOWED | remaining 0 | reset 50ms
            140ms      | take 1 | ALLOWED | remaining 0 | reset 50ms
            """);
    }

    @Test
    void f04_aCostDelaysThoseBehindItAndAboveTheLimitItNeverPasses() {
        play("""
            limit 10/10s wait 4s
            0s         | take 7  | ALLOWED    | remaining 0 | reset 3s
            1s         | take 1  | DENIED     | remaining 0 | reset 2s | retry 2s
            1s         | take 11 | IMPOSSIBLE | remaining 0 | reset 2s | retry never
            3s         | take 10 | ALLOWED    | remaining 0 | reset 10s | delay 4s
            3s         | ttl 14s
            12s        | take 1  | DENIED     | remaining 0 | reset 1s | retry 1s
            13s        | take 1  | ALLOWED    | remaining 0 | reset 1s | delay 4s
            """);
    }

    @Test
    void limitZeroDeniesAllAndLeavesTheBacklogAsItIs() {
        play("""
            limit 0/60s wait 10s
            0s         | look 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            0s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            0s         | ttl 0us
            limit 6/60s wait 10s
            0s         | take 2 | ALLOWED    | remaining 0 | reset 10s
            limit 0/60s wait 10s
            1s         | take 1 | IMPOSSIBLE | remaining 0 | reset never | retry never
            1s         | ttl 19s
            limit 6/60s wait 10s
            2s         | look 1 | DENIED     | remaining 0 | reset 8s | retry 8s
            """);
    }

    @Test
    void d03_d04_whatWasPromisedStaysPromisedWhenNumbersChange() {
        play("""
            limit 60/60s
            0s         | take 50 | ALLOWED | remaining 11 | reset 1s
            limit 120/60s
            0s         | look 1  | ALLOWED | remaining 21 | reset 500ms | delay 50s
            0s         | take 1  | ALLOWED | remaining 20 | reset 500ms | delay 50s
            limit 6/60s wait 20s
            0s         | look 1  | DENIED  | remaining 0  | reset 30500ms | retry 30500ms
            0s         | ttl 50500ms
            limit 60/60s wait 0ms
            10s        | take 1  | DENIED  | remaining 0  | reset 40500ms | retry 40500ms
            limit 10/20s
            20s        | look 1  | DENIED  | remaining 0  | reset 10500ms | retry 10500ms
            30500ms    | look 1  | ALLOWED | remaining 1  | reset 2s      | delay 20s
            """);
    }

    @Test
    void aClockThatStepsBackLeavesTheBacklogAndLocksNobodyOut() {
        play("""
            limit 4/60s wait 30s
            24h        | take 3 | ALLOWED | remaining 0 | reset 15s
            24h-1ms    | take 1 | DENIED  | remaining 0 | reset 15s | retry 15s
            24h-1h     | take 1 | DENIED  | remaining 0 | reset 15s | retry 15s
            10s        | take 1 | DENIED  | remaining 0 | reset 15s | retry 15s
            25s        | take 1 | ALLOWED | remaining 0 | reset 15s | delay 30s
            """);
    }

    @Test
    void f06_aDeniedCallChangesNothing() {
        Arithmetic arithmetic = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.LEAKY_BUCKET));
        State full = arithmetic.take(arithmetic.take(null, 4, 0).next(), 4, 0).next();

        Step denied = arithmetic.take(full, 1, 14_999_999);

        assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
        assertThat(denied.next()).isSameAs(full);
    }

    @Test
    void onlyTheLastTurnIsGivenBack() {
        play("""
            limit 10/10s
            0s         | take 1 | ALLOWED | remaining 10 | reset 0us
            0s         | take 3 | ALLOWED | remaining 7  | reset 1s | delay 1s
            0s         | take 2 | ALLOWED | remaining 5  | reset 1s | delay 4s
            0s         | refund 3 of 1s
            0s         | look 1 | ALLOWED | remaining 5  | reset 1s | delay 6s
            500ms      | refund 2 of 4s
            500ms      | look 1 | ALLOWED | remaining 7  | reset 500ms | delay 3500ms
            500ms      | refund 2 of 4s
            500ms      | refund 3 of 1s
            500ms      | look 1 | ALLOWED | remaining 10 | reset 0us | delay 500ms
            2s         | take 1 | ALLOWED | remaining 10 | reset 0us
            5s         | refund 1 of 2s
            5s         | look 1 | ALLOWED | remaining 10 | reset 0us
            """);
    }

    @Test
    void aReceiptOfOtherNumbersOrOfLimitZeroGivesNothingBack() {
        play("""
            limit 10/60s
            0s         | take 8 | ALLOWED | remaining 3 | reset 6s
            limit 10/30s
            0s         | refund 8 of 0s
            limit 20/60s
            0s         | refund 8 of 0s
            limit 0/60s
            0s         | refund 1 of 42s
            limit 10/60s
            0s         | look 1 | ALLOWED | remaining 3 | reset 6s | delay 48s
            """);
    }

    @Test
    void f02_f03_theGreatestLimitsRunOutInTicksThatStayExact() {
        play("""
            limit 1000000000000/60s
            0s         | take 1000000000000 | ALLOWED | remaining 1         | reset 30ms
            0s         | take 1             | ALLOWED | remaining 0         | reset 30ms | delay 60s
            29999us    | look 1             | DENIED  | remaining 0         | reset 1us | retry 1us
            30ms       | look 1             | ALLOWED | remaining 500000000 | reset 30ms | delay 60s
            limit 980000000/10s
            100s       | take 980000000     | ALLOWED | remaining 1         | reset 5us
            100s       | ttl 10s
            limit 1/87600h
            200s       | take 1             | ALLOWED | remaining 1         | reset 0us
            200s       | take 1             | ALLOWED | remaining 0         | reset 87600h  | delay 87600h
            200s       | ttl 175200h
            """);
    }

    @Test
    void whoeverCannotWaitIsAdmittedOnlyAtOnceAndSeesTheSameBacklog() {
        Arithmetic arithmetic = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.LEAKY_BUCKET));
        Arithmetic inAHurry = arithmetic.withoutWaiting();
        State state = arithmetic.take(arithmetic.take(null, 4, 0).next(), 4, 0).next();

        Step denied = inAHurry.take(state, 1, 1);
        assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
        assertThat(denied.retryMicros()).isEqualTo(119_999_999);
        assertThat(denied.next()).isSameAs(state);
        assertThat(inAHurry.take(state, 1, 120_000_000).delayMicros()).isZero();
        assertThat(inAHurry.withoutWaiting()).isSameAs(inAHurry);
        assertThat(inAHurry.numbers()).isEqualTo(arithmetic.numbers());
    }

    @Test
    void asManyAsCannotBeCountedMayNotWait() {
        Duration window = Duration.ofMillis(1);
        Optional<Duration> most = Optional.of(Duration.ofMillis(9_004));
        Limit greatest = Limit.of(Limit.MAX_PERMITS, window, Algorithm.LEAKY_BUCKET, Optional.empty(), most);
        assertThat(Algorithms.of(greatest).remaining(null, 0)).isEqualTo(Limit.MAX_PERMITS);

        Optional<Duration> more = Optional.of(Duration.ofMillis(9_005));
        Limit beyond = Limit.of(Limit.MAX_PERMITS, window, Algorithm.LEAKY_BUCKET, Optional.empty(), more);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Algorithms.of(beyond))
                .withMessageContaining("maxWait is PT9.005S");
    }

    private static void play(String story) {
        Story.play(Algorithm.LEAKY_BUCKET, story);
    }
}
