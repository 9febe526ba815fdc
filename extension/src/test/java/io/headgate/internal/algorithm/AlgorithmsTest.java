package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.testing.Seed;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AlgorithmsTest {

    private static final long MINUTE_MICROS = 60_000_000;
    private static final long START_MICROS = Duration.ofDays(20_000).toMillis() * 1000;

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

    /** In the middle of a tick too, where ticks are long. */
    @ParameterizedTest
    @MethodSource("io.headgate.internal.algorithm.Algorithms#supported")
    void thereIsNoWaitForWhatIsLeftAndOneForMore(Algorithm algorithm) {
        Random random = Seed.random("waits of " + algorithm);
        for (long permits : new long[] {1, 7, 10, algorithm == Algorithm.SLIDING_LOG ? 100 : Limit.MAX_PERMITS}) {
            Limit limit = Limit.of(permits, Duration.ofMinutes(1), algorithm);
            AbstractArithmetic<?> arithmetic = (AbstractArithmetic<?>) Algorithms.of(limit);
            long nowMicros = START_MICROS;
            State state = null;
            for (int call = 0; call < 300; call++) {
                Step step = arithmetic.take(state, 1 + (long) (random.nextDouble() * permits), nowMicros);
                state = step.next();
                nowMicros += step.allowed() ? (long) (random.nextDouble() * 20_000_000) : step.retryMicros();
                nowMicros += random.nextInt(2) * arithmetic.numbers().tickMicros() / 2;
                assertWaits(arithmetic, state, nowMicros);
            }
        }
    }

    private static <S extends State> void assertWaits(AbstractArithmetic<S> arithmetic, State stored, long nowMicros) {
        S state = arithmetic.advance(stored, nowMicros);
        long left = arithmetic.left(state, nowMicros);
        if (left > 0) {
            assertThat(arithmetic.waitMicros(state, left, nowMicros)).isZero();
        }
        if (left < arithmetic.numbers().capacity()) {
            assertThat(arithmetic.waitMicros(state, left + 1, nowMicros)).isPositive();
        }
    }

    /** So that a store sees that there is nothing to write. */
    @ParameterizedTest
    @MethodSource("io.headgate.internal.algorithm.Algorithms#supported")
    void aRefundThatGivesNothingBackLeavesTheStateItself(Algorithm algorithm) {
        Arithmetic arithmetic = Algorithms.of(Limit.of(10, Duration.ofMinutes(1), algorithm));
        State unused = arithmetic.advance(null, START_MICROS);
        State used = arithmetic.take(null, 5, START_MICROS).next();
        State older = arithmetic.advance(used, START_MICROS + MINUTE_MICROS);
        State foreign = new State() {};

        assertThat(arithmetic.refund(unused, 1, START_MICROS, START_MICROS)).isSameAs(unused);
        assertThat(arithmetic.refund(unused, 1, START_MICROS - MINUTE_MICROS, START_MICROS))
                .isSameAs(unused);
        assertThat(arithmetic.refund(used, 1, START_MICROS - MINUTE_MICROS, START_MICROS))
                .isSameAs(used);
        assertThat(arithmetic.refund(used, 1, START_MICROS - 5 * MINUTE_MICROS, START_MICROS))
                .isSameAs(used);
        assertThat(arithmetic.refund(older, 1, START_MICROS + MINUTE_MICROS, START_MICROS + MINUTE_MICROS))
                .isSameAs(older);
        assertThat(arithmetic.refund(foreign, 1, START_MICROS, START_MICROS)).isSameAs(foreign);
    }

    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "FIXED_WINDOW", "TOKEN_BUCKET", "LEAKY_BUCKET"})
    void theLongestWindowIsNotRememberedForTooLong(Algorithm algorithm) {
        Arithmetic arithmetic = Algorithms.of(Limit.of(Limit.MAX_PERMITS, Limit.MAX_WINDOW, algorithm));

        assertThat(arithmetic.remaining(null, 0)).isEqualTo(Limit.MAX_PERMITS);
    }
}
