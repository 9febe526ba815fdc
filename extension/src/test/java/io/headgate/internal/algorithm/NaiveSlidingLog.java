package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.util.ArrayList;
import java.util.List;

/** Remembers the time of each permit, and counts those of the last window. */
final class NaiveSlidingLog extends NaiveModel {

    private final List<Long> times = new ArrayList<>();
    private long lastMicros;

    NaiveSlidingLog(Limit limit) {
        super(limit);
    }

    @Override
    void order(long nowMicros) {
        lastMicros = nowMicros;
        times.removeIf(time -> time <= nowMicros - windowMicros());
        times.replaceAll(time -> Math.min(time, nowMicros));
    }

    @Override
    long left(long atMicros) {
        long used =
                times.stream().filter(time -> time > atMicros - windowMicros()).count();
        return Math.max(0, limit.permits() - used);
    }

    @Override
    void charge(long cost) {
        for (long permit = 0; permit < cost; permit++) {
            times.add(lastMicros);
        }
    }

    @Override
    void refund(long cost, long chargedAtMicros, long nowMicros) {
        for (long permit = 0; permit < cost; permit++) {
            times.remove((Long) chargedAtMicros);
        }
    }

    @Override
    NaiveModel copy() {
        NaiveSlidingLog copy = new NaiveSlidingLog(limit);
        copy.times.addAll(times);
        copy.lastMicros = lastMicros;
        return copy;
    }

    @Override
    public String toString() {
        return limit + " " + times;
    }
}
