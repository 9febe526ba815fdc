package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Remembers what each window used, for ever, and weighs the one before with big integers. */
final class NaiveSlidingWindow extends NaiveModel {

    private final TreeMap<Long, Long> usedByWindow = new TreeMap<>();
    private long lastWindow;
    private long lastWindowMicros;
    private @Nullable Limit tickOf;
    private long tickMicros;

    NaiveSlidingWindow(Limit limit) {
        super(limit);
        lastWindowMicros = windowMicros();
    }

    @Override
    void order(long nowMicros) {
        long window = Math.floorDiv(nowMicros, windowMicros());
        boolean stillCounts = nowMicros < (lastWindow + 2) * lastWindowMicros;
        boolean otherWindows = lastWindowMicros != windowMicros();
        if (otherWindows || window < lastWindow) {
            long used = stillCounts ? used(lastWindow) + used(lastWindow - 1) : 0;
            usedByWindow.clear();
            usedByWindow.put(window, Math.min(limit.permits(), used));
        }
        lastWindow = window;
        lastWindowMicros = windowMicros();
    }

    @Override
    long left(long atMicros) {
        long window = Math.floorDiv(atMicros, windowMicros());
        BigInteger permits = BigInteger.valueOf(limit.permits());
        BigInteger width = BigInteger.valueOf(windowMicros());
        BigInteger tick = BigInteger.valueOf(tickMicros());
        BigInteger passed = BigInteger.valueOf(atMicros - window * windowMicros());
        BigInteger passedTicks = passed.divide(tick).multiply(tick);
        BigInteger current = BigInteger.valueOf(used(window)).min(permits);
        BigInteger previous = BigInteger.valueOf(used(window - 1)).min(permits);
        BigInteger weighted = previous.multiply(width.subtract(passedTicks)).divide(width);
        return permits.subtract(current).subtract(weighted).max(BigInteger.ZERO).longValueExact();
    }

    @Override
    void charge(long cost) {
        usedByWindow.merge(lastWindow, cost, Long::sum);
    }

    @Override
    void refund(long cost, long chargedAtMicros, long nowMicros) {
        long window = Math.floorDiv(chargedAtMicros, windowMicros());
        if (lastWindowMicros == windowMicros() && window <= lastWindow) {
            usedByWindow.computeIfPresent(window, (key, used) -> Math.max(0, used - cost));
        }
    }

    @Override
    NaiveModel copy() {
        NaiveSlidingWindow copy = new NaiveSlidingWindow(limit);
        copy.usedByWindow.putAll(usedByWindow);
        copy.lastWindow = lastWindow;
        copy.tickOf = tickOf;
        copy.tickMicros = tickMicros;
        copy.lastWindowMicros = lastWindowMicros;
        return copy;
    }

    private long tickMicros() {
        if (!limit.equals(tickOf)) {
            tickOf = limit;
            tickMicros = Numbers.of(limit, limit.permits(), limit.window()).tickMicros();
        }
        return tickMicros;
    }

    private long used(long window) {
        return usedByWindow.getOrDefault(window, 0L);
    }

    @Override
    public String toString() {
        return limit + " " + Map.copyOf(usedByWindow.tailMap(lastWindow - 2));
    }
}
