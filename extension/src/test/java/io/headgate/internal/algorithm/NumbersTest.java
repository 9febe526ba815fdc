package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Limit;
import io.headgate.testing.Seed;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    private static final long EXACT = 1L << 53;

    @ParameterizedTest
    @CsvSource({
        // permits,      window,   ticks,           tick in microseconds
        "0,             P3650D,   315360000000000, 1",
        "1,             P3650D,   315360000000000, 1",
        "28,            P3650D,   315360000000000, 1",
        "29,            P3650D,   157680000000000, 2",
        "100,           PT1M,     60000000,        1",
        "150119987,     PT1M,     60000000,        1",
        "150119988,     PT1M,     30000000,        2",
        "1000000000000, PT0.001S, 1000,            1",
        "1000000000000, PT1S,     8000,            125",
        "1000000000000, PT1M,     8000,            7500",
        "1000000000000, P3650D,   9000,            35040000000",
        // 9007 is a prime and the greatest bound: this window is a multiple of it, and of 1009 alone
        "1000000000000, PT9.007S, 9007,            1000",
        "1000000000000, PT1.009S, 8072,            125",
    })
    void aWindowHasAsManyTicksAsStayExact(long permits, Duration window, long ticks, long tickMicros) {
        Numbers numbers = numbers(permits, window);

        assertThat(numbers.ticks()).isEqualTo(ticks);
        assertThat(numbers.tickMicros()).isEqualTo(tickMicros);
        assertThat(numbers.windowMicros()).isEqualTo(ticks * tickMicros);
    }

    @Test
    void theGreatestDivisorIsTheOneThatTryingAllFinds() {
        Random random = Seed.random("divisors");
        for (int i = 0; i < 20_000; i++) {
            long number = 1L + random.nextInt(5_000);
            long bound = 1L + random.nextInt(6_000);

            long expected = LongStream.rangeClosed(1, Math.min(number, bound))
                    .filter(divisor -> number % divisor == 0)
                    .max()
                    .orElseThrow();
            assertThat(Numbers.greatestDivisor(number, bound))
                    .as("of %d up to %d", number, bound)
                    .isEqualTo(expected);
        }
    }

    @Test
    void productsOfPermitsAndTicksStayExactAndTicksFillTheWindow() {
        Random random = Seed.random("ticks");
        for (int i = 0; i < 2_000; i++) {
            long permits = (long) Math.pow(10, random.nextDouble() * 12);
            Duration window = Duration.ofMillis((long) Math.pow(10, random.nextDouble() * 11.49));
            Numbers numbers = numbers(permits, window);

            assertThat(BigInteger.valueOf(permits).multiply(BigInteger.valueOf(numbers.ticks())))
                    .isLessThanOrEqualTo(BigInteger.valueOf(EXACT));
            assertThat(Duration.ofNanos(numbers.ticks() * numbers.tickMicros() * 1000))
                    .isEqualTo(window);
        }
    }

    @Test
    void aWindowWhoseMillisecondsArePrimeIsFactoredAtOnce() {
        assertThat(numbers(Limit.MAX_PERMITS, Duration.ofMillis(315_359_999_939L))
                        .ticks())
                .isPositive();
    }

    @Test
    void whatMustBeRememberedForTooLongIsRefused() {
        Limit limit = Limit.of(7, Duration.ofDays(3650));

        assertThat(Numbers.of(limit, 7, Duration.ofDays(7300)).permits()).isEqualTo(7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Numbers.of(limit, 7, Duration.ofDays(7300).plusMillis(1)))
                .withMessageContaining("7 permits per PT87600H")
                .withMessageContaining("PT175200H0.001S")
                .withMessageContaining("at most PT175200H (20 years of 365 days)");
    }

    private static Numbers numbers(long permits, Duration window) {
        return Numbers.of(Limit.of(permits, window), permits, window);
    }
}
