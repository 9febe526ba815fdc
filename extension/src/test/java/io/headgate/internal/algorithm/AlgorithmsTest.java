package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Algorithm;
import io.headgate.Limit;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlgorithmsTest {

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void whatIsSupportedHasAnArithmeticAndTheRestIsRefusedByName(Algorithm algorithm) {
        Limit limit = Limit.of(5, Duration.ofMinutes(1), algorithm);

        assertThat(Algorithms.supported().contains(algorithm)).isEqualTo(Algorithms.supports(algorithm));
        if (Algorithms.supports(algorithm)) {
            assertThat(Algorithms.of(limit).remaining(null, 0)).isEqualTo(5);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Algorithms.of(limit))
                    .withMessage("algorithm is " + algorithm + ", this version supports"
                            + " [SLIDING_WINDOW, FIXED_WINDOW, SLIDING_LOG, TOKEN_BUCKET, LEAKY_BUCKET]");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "FIXED_WINDOW", "SLIDING_LOG", "TOKEN_BUCKET", "LEAKY_BUCKET"})
    void allButTheseAreStillToCome(Algorithm algorithm) {
        assertThat(Algorithms.supports(algorithm)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "FIXED_WINDOW", "TOKEN_BUCKET", "LEAKY_BUCKET"})
    void theLongestWindowIsNotRememberedForTooLong(Algorithm algorithm) {
        Arithmetic arithmetic = Algorithms.of(Limit.of(Limit.MAX_PERMITS, Limit.MAX_WINDOW, algorithm));

        assertThat(arithmetic.remaining(null, 0)).isEqualTo(Limit.MAX_PERMITS);
    }
}
