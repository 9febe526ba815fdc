package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
        PT1M,       60000
        pt1m,       60000
        P1D,        86400000
        p1d,        86400000
        P7D,        604800000
        P1DT1H,     90000000
        PT0.25S,    250
        PT-1S,      -1000
        -PT1S,      -1000
        PT0S,       0
        1ms,        1
        500ms,      500
        60s,        60000
        1m,         60000
        2h,         7200000
        7d,         604800000
        0s,         0
        007s,       7000
        9223372036854775807ms, 9223372036854775807
        """)
    void c07_readsBothForms(String text, long millis) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
        60                     > '60' is no duration: a number needs a unit, write for example 60s or 60ms
        PT10                   > 'PT10' is no duration: a number needs a unit, write for example PT10S or 10s
        P1                     > 'P1' is no duration: a number needs a unit, write for example PT1S or 1s
        1M                     > '1M' is no duration: units are ms, s, m, h, d, in lower case, write for example 1m
        10S                    > write for example 10s
        5Ms                    > write for example 5ms
        5sec                   > write for example 5s
        1w                     > units are ms, s, m, h, d
        P1W                    > 'P1W' is no duration: weeks, months and years are of the calendar, write days, such as P7D or 7d
        P1M                    > 'P1M' is no duration: weeks, months and years are of the calendar, write days, such as P7D or 7d
        p1m                    > 'p1m' is no duration: weeks, months and years are of the calendar, write days, such as P7D or 7d
        P1Y                    > 'P1Y' is no duration: weeks, months and years are of the calendar, write days, such as P7D or 7d
        P1Y2M3D                > 'P1Y2M3D' is no duration: weeks, months and years are of the calendar, write days, such as P7D or 7d
        P1MT1S                 > 'P1MT1S' is no duration: weeks, months and years are of the calendar, write days, such as P7D or 7d
        1.5s                   > neither a number with a unit nor an ISO-8601 duration, write for example 1m or PT1M
        1 m                    > neither a number
        -5s                    > neither a number
        m                      > neither a number
        P                      > neither a number
        PT                     > neither a number
        P1DT                   > neither a number
        1m30s                  > neither a number
        abc                    > neither a number
        PT99999999999999999H   > neither a number
        PT9999999999999999999S > neither a number
        9999999999999999999d   > too long
        999999999999999999d    > too long
        """)
    void c07_refusesAndShowsTheRightForm(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessageContaining(message)
                .withMessageStartingWith("'" + text + "'");
    }

    @Test
    void refusesWhatIsFarTooLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse("1".repeat(1_000_000)))
                .matches(e -> String.valueOf(e.getMessage()).length() < 400);
    }

    @Test
    void refusesDigitsOfOtherScripts() {
        assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse("\u0661m"));
    }

    @ParameterizedTest
    @CsvSource({
        "PT1M, 1m",
        "PT60S, 1m",
        "PT90S, 90s",
        "PT1H, 1h",
        "P1D, 1d",
        "PT36H, 36h",
        "PT0.25S, 250ms",
        "PT1.5S, 1500ms",
        "PT0S, 0s",
        "PT-1S, PT-1S",
        "PT0.0000001S, PT0.0000001S"
    })
    void printsTheShortestForm(String iso, String text) {
        assertThat(Durations.print(Duration.parse(iso))).isEqualTo(text);
    }

    @Test
    void randomTextIsReadOrRefusedAndNothingElse() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] pieces = {
            "P", "T", "1", "9", "0", "-", "+", ".", "m", "s", "h", "d", "M", "S", "H", "D", "W", "Y", "ms"
        };
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(25); j > 0; j--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                Duration duration = Durations.parse(text.toString());
                assertThat(Durations.parse(Durations.print(duration)))
                        .as("seed %d: %s", seed, text)
                        .isEqualTo(duration);
            } catch (IllegalArgumentException expected) {
                assertThat(expected.getMessage()).as("seed %d: %s", seed, text).contains("'" + text + "'");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }
}
