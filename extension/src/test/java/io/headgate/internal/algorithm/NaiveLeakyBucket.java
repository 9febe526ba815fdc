package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.math.BigInteger;

/**
 * A queue with an exact length: a permit is as many parts as its window has ticks, of which {@code limit} leave at the end of
 * each tick. When a call's turn comes is found by trying. After a change of the numbers the queue is as long as it takes to
 * be empty when it was to be.
 */
final class NaiveLeakyBucket extends NaiveModel {

    private static final BigInteger MOST = BigInteger.TWO.pow(53).subtract(BigInteger.ONE);
    private static final long LONGEST_MICROS = 3 * Limit.MAX_WINDOW.toMillis() * 1000;

    private BigInteger length = BigInteger.ZERO;
    private long atMicros;
    private long emptyAtMicros = Long.MIN_VALUE;
    private long lastMicros;

    NaiveLeakyBucket(Limit limit) {
        super(limit);
    }

    @Override
    void order(long nowMicros) {
        lastMicros = nowMicros;
        long tick = beginOfTick(nowMicros);
        if (nowMicros >= emptyAtMicros) {
            length = BigInteger.ZERO;
            atMicros = tick;
            emptyAtMicros = tick;
            return;
        }
        long back = Math.max(0, atMicros - tick);
        boolean takenOver = limit.permits() > 0 && !isEmptyWhenItWasToBe();
        emptyAtMicros -= back;
        atMicros -= back;
        if (takenOver) {
            length = BigInteger.ZERO;
            atMicros = tick;
            BigInteger missing = BigInteger.valueOf(emptyAtMicros - tick);
            long ticks = first(
                    emptyAtMicros - tick,
                    many -> tickMicros().multiply(BigInteger.valueOf(many)).compareTo(missing) >= 0);
            BigInteger countable =
                    MOST.divide(permits()).subtract(BigInteger.valueOf(numbers().ticks()));
            length = BigInteger.valueOf(ticks).min(countable).multiply(permits());
            promise();
        }
    }

    private boolean isEmptyWhenItWasToBe() {
        BigInteger time = BigInteger.valueOf(emptyAtMicros - atMicros);
        return beginOfTick(atMicros) == atMicros && time(length).equals(time);
    }

    private void promise() {
        emptyAtMicros = atMicros + time(length).longValueExact();
    }

    /** The whole ticks in which parts leave. */
    private BigInteger time(BigInteger parts) {
        BigInteger[] ticks = parts.divideAndRemainder(permits());
        return (ticks[1].signum() == 0 ? ticks[0] : ticks[0].add(BigInteger.ONE)).multiply(tickMicros());
    }

    private BigInteger lengthAt(long micros) {
        return length.subtract(leaving(atMicros, micros)).max(BigInteger.ZERO);
    }

    /** How much can leave between two times. */
    private BigInteger leaving(long fromMicros, long toMicros) {
        return BigInteger.valueOf(beginOfTick(toMicros) - beginOfTick(fromMicros))
                .divide(tickMicros())
                .multiply(permits());
    }

    /** How long after a time all is gone that is ahead of somebody. */
    private long delay(BigInteger ahead, long micros) {
        BigInteger all = lengthAt(micros).add(ahead);
        return first(LONGEST_MICROS, later -> leaving(micros, micros + later).compareTo(all) >= 0);
    }

    @Override
    long needed(long cost) {
        return 1;
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
                : first(
                        limit.permits(),
                        calls -> delay(parts(calls), micros) > limit.maxWait().toMillis() * 1000);
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
        long empty = Math.max(0, emptyAtMicros - nowMicros);
        if (empty > 0 && left(nowMicros + empty - 1) >= permits) {
            return first(empty - 1, micros -> left(nowMicros + micros) >= permits);
        }
        long end = beginOfTick(nowMicros + empty) - nowMicros + numbers().tickMicros() - 1;
        return empty + first(end - empty, micros -> left(nowMicros + empty + micros) >= permits);
    }

    @Override
    long longestWaitMicros() {
        return LONGEST_MICROS;
    }

    @Override
    void charge(long cost) {
        length = lengthAt(lastMicros).add(parts(cost));
        atMicros = beginOfTick(lastMicros);
        promise();
    }

    @Override
    void refund(long cost, long turnMicros, long nowMicros) {
        BigInteger before = length.subtract(parts(cost));
        if (limit.permits() > 0
                && before.signum() >= 0
                && isEmptyWhenItWasToBe()
                && time(before).equals(BigInteger.valueOf(beginOfTick(turnMicros) - atMicros))) {
            length = before;
            promise();
            order(Math.max(nowMicros, atMicros));
        }
    }

    private BigInteger permits() {
        return BigInteger.valueOf(limit.permits());
    }

    private BigInteger parts(long permits) {
        return BigInteger.valueOf(permits).multiply(BigInteger.valueOf(numbers().ticks()));
    }

    private BigInteger tickMicros() {
        return BigInteger.valueOf(numbers().tickMicros());
    }

    @Override
    NaiveModel copy() {
        NaiveLeakyBucket copy = new NaiveLeakyBucket(limit);
        copy.length = length;
        copy.atMicros = atMicros;
        copy.emptyAtMicros = emptyAtMicros;
        copy.lastMicros = lastMicros;
        return copy;
    }

    @Override
    public String toString() {
        return limit + " " + length + " at " + atMicros + ", empty at " + emptyAtMicros;
    }
}
