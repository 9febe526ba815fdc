package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ArithmeticsTest {

    private static final int MOST = 10_000;

    private final Arithmetics arithmetics = new Arithmetics();

    private static Limit limit(long permits) {
        return Limit.of(permits, Duration.ofSeconds(1));
    }

    @Test
    void theArithmeticOfALimitIsComputedOnce() {
        Arithmetic first = arithmetics.of(limit(5));

        assertThat(first.numbers().permits()).isEqualTo(5);
        assertThat(arithmetics.of(limit(5))).isSameAs(first);
        assertThat(arithmetics.of(limit(6)).numbers().permits()).isEqualTo(6);
    }

    @Test
    void limitsThatAreMadeUpAtRunTimeDoNotFillTheMemory() {
        Arithmetic first = arithmetics.of(limit(0));
        for (int permits = 1; permits < MOST; permits++) {
            arithmetics.of(limit(permits));
        }
        assertThat(arithmetics.of(limit(0))).as("there is room for so many").isSameAs(first);

        arithmetics.of(limit(MOST));

        assertThat(arithmetics.of(limit(0))).isNotSameAs(first);
    }
}
