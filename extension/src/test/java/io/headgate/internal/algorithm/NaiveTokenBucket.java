package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.math.BigInteger;

/**
 * A bucket with an exact level: a permit is as many parts as its window has microseconds, of which {@code limit} flow in with
 * each microsecond, a tick's at its end. Poured anew whenever somebody asks.
 */
final class NaiveTokenBucket extends NaiveModel {

    private BigInteger level = BigInteger.ZERO;
    private BigInteger partsOfPermit = BigInteger.ONE;
    private BigInteger full = BigInteger.ZERO;
    private long ticks;
    private long atMicros;
    private long forgottenAtMicros = Long.MIN_VALUE;
    private long lastMicros;

    NaiveTokenBucket(Limit limit) {
        super(limit);
    }

    @Override
    void order(long nowMicros) {
        Numbers numbers = numbers();
        long tick = beginOfTick(nowMicros);
        lastMicros = nowMicros;
        if (nowMicros < forgottenAtMicros && limit.permits() == 0) {
            long back = Math.max(0, atMicros - tick);
            atMicros -= back;
            forgottenAtMicros -= back;
            return;
        }
        BigInteger parts = BigInteger.valueOf(windowMicros());
        if (nowMicros >= forgottenAtMicros) {
            level = parts.multiply(BigInteger.valueOf(limit.capacity()));
            atMicros = tick;
        } else if (ticks == numbers.ticks()) {
            level = level.multiply(parts).divide(partsOfPermit);
        } else {
            level = level.divide(partsOfPermit).multiply(parts);
        }
        atMicros = Math.min(tick, atMicros + Math.floorMod(-atMicros, numbers.tickMicros()));
        partsOfPermit = parts;
        ticks = numbers.ticks();
        full = parts.multiply(BigInteger.valueOf(limit.capacity()));
        level = level.min(full);
        if (levelAt(nowMicros).equals(full)) {
            level = full;
            atMicros = tick;
        }
        forget();
    }

    private void forget() {
        BigInteger permits = BigInteger.valueOf(Math.max(1, limit.permits()));
        BigInteger tickful = permits.multiply(BigInteger.valueOf(numbers().tickMicros()));
        BigInteger missing = full.subtract(level).add(tickful).subtract(BigInteger.ONE);
        forgottenAtMicros =
                atMicros + missing.divide(tickful).longValueExact() * numbers().tickMicros();
    }

    private BigInteger levelAt(long micros) {
        long tick = beginOfTick(micros);
        BigInteger flow = BigInteger.valueOf(tick - atMicros).multiply(BigInteger.valueOf(limit.permits()));
        return level.add(flow).min(full);
    }

    @Override
    long left(long micros) {
        return limit.permits() == 0 ? 0 : levelAt(micros).divide(partsOfPermit).longValueExact();
    }

    @Override
    long longestWaitMicros() {
        return 2 * Limit.MAX_WINDOW.toMillis() * 1000 + windowMicros();
    }

    @Override
    void charge(long cost) {
        level = levelAt(lastMicros).subtract(partsOfPermit.multiply(BigInteger.valueOf(cost)));
        atMicros = beginOfTick(lastMicros);
        forget();
    }

    @Override
    void refund(long cost, long chargedAtMicros, long nowMicros) {
        long fillMicros = 0;
        if (limit.permits() > 0) {
            NaiveTokenBucket empty = new NaiveTokenBucket(limit);
            empty.order(0);
            empty.charge(limit.capacity());
            fillMicros = empty.forgottenAtMicros;
        }
        boolean flowedBack = atMicros - chargedAtMicros >= fillMicros;
        if (ticks == numbers().ticks() && !flowedBack) {
            level = level.add(partsOfPermit.multiply(BigInteger.valueOf(cost))).min(full.max(level));
        }
    }

    @Override
    NaiveModel copy() {
        NaiveTokenBucket copy = new NaiveTokenBucket(limit);
        copy.level = level;
        copy.partsOfPermit = partsOfPermit;
        copy.full = full;
        copy.ticks = ticks;
        copy.atMicros = atMicros;
        copy.forgottenAtMicros = forgottenAtMicros;
        copy.lastMicros = lastMicros;
        return copy;
    }

    @Override
    public String toString() {
        return limit + " " + level + "/" + partsOfPermit + " at " + atMicros + ", forgotten at " + forgottenAtMicros;
    }
}
