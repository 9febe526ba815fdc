package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue with an exact length: a permit is as many parts as its window has microseconds, of which {@code limit} leave with
 * each microsecond, a tick's at its end. When a call's turn comes is found by trying.
 */
final class NaiveLeakyBucket extends NaiveModel {

    private BigInteger length = BigInteger.ZERO;
    private BigInteger partsOfPermit = BigInteger.ONE;
    private long ticks;
    private long atMicros;
    private long forgottenAtMicros = Long.MIN_VALUE;
    private long lastMicros;
    private @Nullable Limit numbersOf;
    private @Nullable Numbers numbers;

    NaiveLeakyBucket(Limit limit) {
        super(limit);
    }

    @Override
    void order(long nowMicros) {
        lastMicros = nowMicros;
        if (nowMicros < forgottenAtMicros && limit.permits() == 0) {
            long back = Math.max(0, atMicros - beginOfTick(nowMicros));
            atMicros -= back;
            forgottenAtMicros -= back;
            return;
        }
        BigInteger parts = BigInteger.valueOf(windowMicros());
        if (nowMicros >= forgottenAtMicros) {
            length = BigInteger.ZERO;
        } else if (ticks == numbers().ticks()) {
            length = length.multiply(parts).divide(partsOfPermit);
        } else {
            length = ceiling(length, partsOfPermit).multiply(parts);
        }
        length = length.min(longest(parts));
        long atTick = atMicros + Math.floorMod(-atMicros, numbers().tickMicros());
        atMicros = length.signum() == 0 ? beginOfTick(nowMicros) : Math.min(beginOfTick(nowMicros), atTick);
        partsOfPermit = parts;
        ticks = numbers().ticks();
        if (lengthAt(nowMicros).signum() == 0) {
            length = BigInteger.ZERO;
            atMicros = beginOfTick(nowMicros);
        }
        forget();
    }

    /** What leaves while the last one waits, in whole ticks, and the whole limit behind it. */
    private BigInteger longest(BigInteger parts) {
        BigInteger permits = BigInteger.valueOf(limit.permits());
        BigInteger tick = BigInteger.valueOf(numbers().tickMicros());
        BigInteger ticksToWait = ceiling(BigInteger.valueOf(maxWaitMicros()), tick);
        return ticksToWait.multiply(tick).add(parts).multiply(permits);
    }

    private void forget() {
        forgottenAtMicros = atMicros + micros(length).longValueExact();
    }

    /** The whole ticks in which parts leave. */
    private BigInteger micros(BigInteger parts) {
        BigInteger tick = BigInteger.valueOf(numbers().tickMicros());
        BigInteger tickful = tick.multiply(BigInteger.valueOf(Math.max(1, limit.permits())));
        return ceiling(parts, tickful).multiply(tick);
    }

    private BigInteger lengthAt(long micros) {
        BigInteger passed = BigInteger.valueOf(beginOfTick(micros) - atMicros);
        return length.subtract(passed.multiply(BigInteger.valueOf(limit.permits())))
                .max(BigInteger.ZERO);
    }

    /** How long after a time all is gone that is ahead of somebody. */
    private long delay(BigInteger ahead, long micros) {
        return first(
                2 * Limit.MAX_WINDOW.toMillis() * 1000 + 2 * windowMicros(),
                later -> passed(micros, later).compareTo(lengthAt(micros).add(ahead)) >= 0);
    }

    private BigInteger passed(long micros, long later) {
        long passed = beginOfTick(micros + later) - beginOfTick(micros);
        return BigInteger.valueOf(passed).multiply(BigInteger.valueOf(limit.permits()));
    }

    @Override
    long needed(long cost) {
        return Math.min(1, cost);
    }

    @Override
    long delay(long nowMicros) {
        return delay(BigInteger.ZERO, nowMicros);
    }

    /** How many calls of cost 1 could come one after the other. */
    @Override
    long left(long micros) {
        return limit.permits() == 0
                ? 0
                : first(limit.permits(), calls -> delay(permits(calls), micros) > maxWaitMicros());
    }

    private BigInteger permits(long number) {
        return partsOfPermit.multiply(BigInteger.valueOf(number));
    }

    @Override
    long most() {
        NaiveLeakyBucket unused = new NaiveLeakyBucket(limit);
        long endOfTick = numbers().tickMicros() - 1;
        unused.order(endOfTick);
        return unused.left(endOfTick);
    }

    /** Within the last tick more may be left than after it, so what is sought may be there or in an empty queue's first tick. */
    @Override
    long wait(long permits, long nowMicros) {
        if (permits > limit.capacity()) {
            return Arithmetic.NEVER;
        }
        long empty = Math.max(0, forgottenAtMicros - nowMicros);
        if (empty > 0 && left(nowMicros + empty - 1) >= permits) {
            return first(empty - 1, micros -> left(nowMicros + micros) >= permits);
        }
        long end = beginOfTick(nowMicros + empty) - nowMicros + numbers().tickMicros() - 1;
        return empty + first(end - empty, micros -> left(nowMicros + empty + micros) >= permits);
    }

    @Override
    long longestWaitMicros() {
        return 2 * Limit.MAX_WINDOW.toMillis() * 1000 + 2 * windowMicros();
    }

    @Override
    void charge(long cost) {
        length = lengthAt(lastMicros).add(permits(cost));
        atMicros = beginOfTick(lastMicros);
        forget();
    }

    @Override
    void refund(long cost, long turnMicros) {
        BigInteger before = length.subtract(permits(cost));
        if (ticks == numbers().ticks()
                && before.signum() >= 0
                && micros(exact(before)).equals(BigInteger.valueOf(beginOfTick(turnMicros) - atMicros))) {
            length = before;
        }
    }

    /** Parts of the permits of this limit. */
    private BigInteger exact(BigInteger parts) {
        return parts.multiply(BigInteger.valueOf(windowMicros())).divide(partsOfPermit);
    }

    private long maxWaitMicros() {
        return limit.maxWait().toMillis() * 1000;
    }

    private long beginOfTick(long micros) {
        return micros - Math.floorMod(micros, numbers().tickMicros());
    }

    private static BigInteger ceiling(BigInteger number, BigInteger divisor) {
        return number.add(divisor).subtract(BigInteger.ONE).divide(divisor);
    }

    @Override
    NaiveModel copy() {
        NaiveLeakyBucket copy = new NaiveLeakyBucket(limit);
        copy.length = length;
        copy.partsOfPermit = partsOfPermit;
        copy.ticks = ticks;
        copy.atMicros = atMicros;
        copy.forgottenAtMicros = forgottenAtMicros;
        copy.lastMicros = lastMicros;
        copy.numbersOf = numbersOf;
        copy.numbers = numbers;
        return copy;
    }

    private Numbers numbers() {
        if (!limit.equals(numbersOf)) {
            numbersOf = limit;
            numbers = Algorithms.of(limit).numbers();
        }
        return Objects.requireNonNull(numbers);
    }

    @Override
    public String toString() {
        return limit + " " + length + "/" + partsOfPermit + " at " + atMicros + ", forgotten at " + forgottenAtMicros;
    }
}
