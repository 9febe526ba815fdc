package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.CalendarWindow;
import io.headgate.Limit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixedWindowTest {

    @Test
    void theTimelineOfTheDesign() {
        play("""
            limit 4/60s
            50s        | take 1 | ALLOWED | remaining 3 | reset 10s
            50s        | take 3 | ALLOWED | remaining 0 | reset 10s
            55s        | take 1 | DENIED  | remaining 0 | reset 5s      | retry 5s
            60s-1us    | take 1 | DENIED  | remaining 0 | reset 1us     | retry 1us
            60s        | take 4 | ALLOWED | remaining 0 | reset 60s
            60s        | ttl 60s
            120s       | look 4 | ALLOWED | remaining 4 | reset 0us
            120s       | ttl 0us
            """);
    }

    @Test
    void severalPermitsAtOnce() {
        play("""
            limit 4/60s
            0s         | take 3 | ALLOWED    | remaining 1 | reset 60s
            1s         | take 2 | DENIED     | remaining 1 | reset 59s     | retry 59s
            1s         | take 5 | IMPOSSIBLE | remaining 1 | reset 59s     | retry never
            1s         | take 1 | ALLOWED    | remaining 0 | reset 59s
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
    void aLoweredLimitIsUsedUpAndARaisedOneSeesAllThatWasUsed() {
        play("""
            limit 10/60s
            0s         | take 8 | ALLOWED | remaining 2 | reset 60s
            limit 4/60s
            1s         | take 1 | DENIED  | remaining 0 | reset 59s | retry 59s
            limit 20/60s
            2s         | take 1 | ALLOWED | remaining 11 | reset 58s
            """);
    }

    @Test
    void aChangedWindowKeepsTheCountUntilItsOwnEnd() {
        play("""
            limit 4/60s
            10s        | take 3 | ALLOWED | remaining 1 | reset 50s
            limit 4/10s
            15s        | take 1 | ALLOWED | remaining 0 | reset 5s
            20s        | look 1 | ALLOWED | remaining 4 | reset 0us
            limit 4/60s
            16s        | look 1 | DENIED  | remaining 0 | reset 44s | retry 44s
            """);
    }

    @Test
    void aClockThatStepsBackKeepsTheCountAndLocksNobodyOut() {
        play("""
            limit 4/60s
            24h        | take 4 | ALLOWED | remaining 0 | reset 60s
            24h-1ms    | look 1 | DENIED  | remaining 0 | reset 1ms | retry 1ms
            24h-1h     | look 1 | DENIED  | remaining 0 | reset 60s | retry 60s
            10s        | take 1 | DENIED  | remaining 0 | reset 50s | retry 50s
            60s        | take 4 | ALLOWED | remaining 0 | reset 60s
            """);
    }

    @Test
    void aRefundGivesBackOnlyWithinItsWindow() {
        play("""
            limit 4/60s
            0s         | take 3 | ALLOWED | remaining 1 | reset 60s
            59s        | refund 1 of 0s
            59s        | look 1 | ALLOWED | remaining 2 | reset 1s
            59s        | refund 9 of 59s
            59s        | look 1 | ALLOWED | remaining 4 | reset 0us
            60s        | take 2 | ALLOWED | remaining 2 | reset 60s
            60s        | refund 2 of 59s
            60s        | refund 2 of 120s
            60s        | look 1 | ALLOWED | remaining 2 | reset 60s
            """);
    }

    @Test
    void theShortestWindowAndTheGreatestLimit() {
        play("""
            limit 1000000000000/10ms
            0us        | take 999999999999 | ALLOWED | remaining 1 | reset 10ms
            9999us     | take 2            | DENIED  | remaining 1 | reset 1us | retry 1us
            9999us     | take 1            | ALLOWED | remaining 0 | reset 1us
            10ms       | take 1            | ALLOWED | remaining 999999999999 | reset 10ms
            """);
    }

    /** The end as a store tells it that derives it from a time to live: the window from 60 s to 120 s, seen at 90 s. */
    @ParameterizedTest
    @CsvSource({
        // end,      counts as used
        "59000000,   0",
        "60000000,   0",
        "60002000,   0",
        "60002001,   3",
        "90000000,   3",
        "119998000,  3",
        "120000000,  3",
        "120002000,  3",
        "180000000,  3",
    })
    void anEndIsBelievedWithinTwoMilliseconds(long endMicros, long used) {
        Arithmetic arithmetic = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.FIXED_WINDOW));

        Step step = arithmetic.take(new FixedWindow.Count(3, endMicros), 1, 90_000_000);

        assertThat(step.next()).isEqualTo(new FixedWindow.Count(used + 1, 120_000_000));
        assertThat(step.remaining()).isEqualTo(4 - used - 1);
    }

    @ParameterizedTest
    @CsvSource({"119997999, 3", "119998000, 1", "120000000, 1", "120002000, 1", "120002001, 3"})
    void aRefundBelievesAnEndWithinTwoMillisecondsToo(long endMicros, long left) {
        Arithmetic arithmetic = Algorithms.of(Limit.of(4, Duration.ofMinutes(1), Algorithm.FIXED_WINDOW));

        assertThat(arithmetic.refund(new FixedWindow.Count(3, endMicros), 2, 90_000_000, 90_000_000))
                .isEqualTo(new FixedWindow.Count(left, endMicros));
    }

    @Test
    void f11_theEdgesAroundAMomentAreThoseOfThreeWindowsOfTheCalendar() {
        CalendarWindow month = new CalendarWindow(CalendarWindow.Unit.MONTH, ZoneId.of("Europe/Paris"));
        Arithmetic arithmetic = Algorithms.of(Limit.of(4, month));

        for (String moment : List.of("2026-02-28T23:00:00Z", "2026-03-31T21:59:59.999999Z")) {
            assertThat(arithmetic.edgesAround(micros(moment)))
                    .containsExactly(
                            micros("2026-01-31T23:00:00Z"),
                            micros("2026-02-28T23:00:00Z"),
                            micros("2026-03-31T22:00:00Z"),
                            micros("2026-04-30T22:00:00Z"));
        }
        assertThat(Algorithms.of(Limit.of(4, Duration.ofDays(31), Algorithm.FIXED_WINDOW))
                        .edgesAround(0))
                .isEmpty();
    }

    private static long micros(String moment) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(moment));
    }

    private static void play(String story) {
        Story.play(Algorithm.FIXED_WINDOW, story);
    }
}
