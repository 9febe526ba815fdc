package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A limit as the arithmetic needs it, computed once. Time advances in ticks, aligned to the epoch and as fine as products
 * of permits and ticks stay exact in a double: the same formulas run where numbers are doubles.
 *
 * @param permits permits per window
 * @param capacity permits that can be had at once
 * @param windowMicros the window
 * @param ticks ticks in a window: the greatest divisor of the window for which the greatest count times it stays exact
 * @param tickMicros one tick
 */
public record Numbers(long permits, long capacity, long windowMicros, long ticks, long tickMicros) {

    /** The greatest count that is exact in a double, as are those below it. */
    static final long MOST_COUNTED = 1L << 53;

    private static final Duration LONGEST_LIFE = Limit.MAX_WINDOW.multipliedBy(2);

    /**
     * The numbers of a limit.
     *
     * @param greatestCount the greatest number of permits that is ever multiplied with ticks
     * @param life the longest time for which a state can matter
     * @throws IllegalArgumentException if a state would have to be remembered for too long
     */
    static Numbers of(Limit limit, long greatestCount, Duration life) {
        if (life.compareTo(LONGEST_LIFE) > 0) {
            throw new IllegalArgumentException("what " + limit.permits() + " permits per " + limit.window()
                    + " admit must be remembered for " + life + ", allowed are at most " + LONGEST_LIFE
                    + " (20 years of 365 days)");
        }
        long windowMicros = TimeUnit.MILLISECONDS.toMicros(limit.window().toMillis());
        long ticks = greatestDivisor(windowMicros, MOST_COUNTED / Math.max(1, greatestCount));
        return new Numbers(limit.permits(), limit.capacity(), windowMicros, ticks, windowMicros / ticks);
    }

    /** The ticks in which so many units pass by, of which a permit has as many as a window has ticks. Not for limit 0. */
    long timeForMicros(long units) {
        return units <= 0 ? 0 : ((units - 1) / permits + 1) * tickMicros;
    }

    /** The beginning of the tick that a time is in. */
    long beginOfTickMicros(long micros) {
        return Math.floorDiv(micros, tickMicros) * tickMicros;
    }

    /** The greatest divisor of a number that is not above the bound. */
    static long greatestDivisor(long number, long bound) {
        if (number <= bound) {
            return number;
        }
        List<Long> divisors = new ArrayList<>(List.of(1L));
        long rest = number;
        for (long factor = 2; rest > 1; factor++) {
            if (factor * factor > rest) {
                factor = rest;
            }
            List<Long> withoutFactor = List.copyOf(divisors);
            for (long power = factor; rest % factor == 0; power *= factor) {
                rest /= factor;
                for (long divisor : withoutFactor) {
                    divisors.add(divisor * power);
                }
            }
        }
        return divisors.stream()
                .filter(divisor -> divisor <= bound)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
