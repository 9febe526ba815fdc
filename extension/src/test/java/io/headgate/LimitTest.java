package io.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit that exists can be enforced. */
class LimitTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Limit.MAX_PERMITS + 1, (1L << 53) + 1, Long.MAX_VALUE})
    void f01_f02_permitsOutsideTheRangeAreRefused(long permits) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(permits, MINUTE))
                .withMessage("limit is " + permits + ", allowed are 0 to 1000000000000");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1L << 31, (1L << 32) + 1, Limit.MAX_PERMITS})
    void f02_permitsWithinItAreNot(long permits) {
        assertThat(Limit.of(permits, MINUTE).capacity()).isEqualTo(permits);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        PT0S,                 allowed are PT0.001S to PT87600H (3650 days)
        PT-1S,                allowed are PT0.001S to PT87600H (3650 days)
        PT0.0000001S,         allowed are PT0.001S to PT87600H (3650 days)
        PT0.0015S,            allowed are whole milliseconds
        PT87600H0.001S,       allowed are PT0.001S to PT87600H (3650 days)
        PT2562047788015215H,  allowed are PT0.001S to PT87600H (3650 days)
        """)
    void f01_f03_windowsOutsideTheRangeAreRefused(Duration window, String allowed) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(5, window))
                .withMessage("window is " + window + ", " + allowed);
    }

    @ParameterizedTest
    @EnumSource
    void f03_theShortestAndTheLongestWindowOfEachAlgorithmAreAllowed(Algorithm algorithm) {
        Duration shortest = Duration.ofMillis(algorithm == Algorithm.FIXED_WINDOW ? 10 : 1);

        assertThat(Limit.of(5, shortest, algorithm).window()).isEqualTo(shortest);
        assertThat(Limit.of(5, Limit.MAX_WINDOW, algorithm).window()).isEqualTo(Duration.ofDays(3650));
    }

    @Test
    void f01_aFixedWindowIsAtLeastTenMilliseconds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(5, Duration.ofMillis(9), Algorithm.FIXED_WINDOW))
                .withMessageContaining("allowed are PT0.01S to");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN_BUCKET")
    void aBurstBelongsToTheTokenBucket(Algorithm algorithm) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(5, MINUTE, algorithm, Optional.of(6L), Optional.empty()))
                .withMessage("burst belongs to TOKEN_BUCKET, not to " + algorithm);
    }

    @ParameterizedTest
    @CsvSource({"5, 0", "5, -1", "5, 1000000000001", "0, -1"})
    void f01_aBurstOutsideTheRangeIsRefused(long permits, long burst) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Limit.of(permits, MINUTE, Algorithm.TOKEN_BUCKET, Optional.of(burst), Optional.empty()))
                .withMessageStartingWith("burst is " + burst + ", allowed are " + Math.min(1, permits) + " to");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void aMaximumWaitBelongsToTheLeakyBucket(Algorithm algorithm) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(5, MINUTE, algorithm, Optional.empty(), Optional.of(MINUTE)))
                .withMessage("maxWait belongs to LEAKY_BUCKET, not to " + algorithm);
    }

    @ParameterizedTest
    @CsvSource({"PT-0.001S", "PT0.0001S", "PT87601H"})
    void f01_aMaximumWaitOutsideTheRangeIsRefused(Duration maxWait) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(5, MINUTE, Algorithm.LEAKY_BUCKET, Optional.empty(), Optional.of(maxWait)))
                .withMessageStartingWith("maxWait is " + maxWait);
    }

    @Test
    void theBuiltInBurstIsTheLimitAndTheBuiltInMaximumWaitTheWindow() {
        assertThat(Limit.of(5, MINUTE, Algorithm.TOKEN_BUCKET).burst()).isEqualTo(5);
        assertThat(Limit.of(5, MINUTE, Algorithm.LEAKY_BUCKET).maxWait()).isEqualTo(MINUTE);
        assertThat(Limit.of(0, MINUTE, Algorithm.TOKEN_BUCKET, Optional.of(7L), Optional.empty())
                        .capacity())
                .isZero();
    }

    @Test
    void limitsAreEqualIfAllTheirNumbersAre() {
        Limit limit = Limit.of(5, MINUTE, Algorithm.TOKEN_BUCKET, Optional.of(7L), Optional.empty());

        assertThat(limit)
                .isEqualTo(new Limit(5, Duration.ofSeconds(60), Algorithm.TOKEN_BUCKET, 7, Duration.ZERO))
                .hasSameHashCodeAs(new Limit(5, Duration.ofSeconds(60), Algorithm.TOKEN_BUCKET, 7, Duration.ZERO))
                .isNotEqualTo(Limit.of(6, MINUTE, Algorithm.TOKEN_BUCKET, Optional.of(7L), Optional.empty()))
                .isNotEqualTo(Limit.of(5, MINUTE, Algorithm.TOKEN_BUCKET, Optional.of(8L), Optional.empty()))
                .isNotEqualTo(Limit.of(5, MINUTE, Algorithm.TOKEN_BUCKET))
                .isNotEqualTo(Limit.of(7, MINUTE, Algorithm.SLIDING_LOG));
        assertThat(Limit.of(6, MINUTE).hashCode())
                .isNotEqualTo(Limit.of(5, MINUTE).hashCode());
    }
}
