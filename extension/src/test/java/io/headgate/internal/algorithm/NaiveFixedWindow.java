package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.util.ArrayList;
import java.util.List;

/** Remembers each charge with the end of its window, and adds up those whose window is not over. */
final class NaiveFixedWindow extends NaiveModel {

    private static final long TOLERANCE_MICROS = 2_000;

    private record Charge(long permits, long endMicros) {}

    private final List<Charge> charges = new ArrayList<>();
    private long lastMicros;

    NaiveFixedWindow(Limit limit) {
        super(limit);
    }

    @Override
    void order(long nowMicros) {
        lastMicros = nowMicros;
        long end = end(nowMicros);
        charges.removeIf(charge -> charge.endMicros <= start(nowMicros) + TOLERANCE_MICROS);
        charges.replaceAll(charge -> new Charge(charge.permits, end));
    }

    @Override
    long left(long atMicros) {
        long start = start(atMicros);
        long used = charges.stream()
                .filter(charge -> charge.endMicros > start + TOLERANCE_MICROS)
                .mapToLong(Charge::permits)
                .sum();
        return Math.max(0, limit.permits() - used);
    }

    @Override
    void charge(long cost) {
        charges.add(new Charge(cost, end(lastMicros)));
    }

    @Override
    void refund(long cost, long chargedAtMicros, long nowMicros) {
        long end = end(chargedAtMicros);
        long rest = cost;
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            if (Math.abs(charge.endMicros - end) <= TOLERANCE_MICROS) {
                long back = Math.min(rest, charge.permits);
                charges.set(i, new Charge(charge.permits - back, charge.endMicros));
                rest -= back;
            }
        }
    }

    @Override
    NaiveModel copy() {
        NaiveFixedWindow copy = new NaiveFixedWindow(limit);
        copy.charges.addAll(charges);
        copy.lastMicros = lastMicros;
        return copy;
    }

    private long start(long micros) {
        return limit.calendar()
                .map(calendar -> NaiveCalendar.of(calendar).startMicros(micros))
                .orElseGet(() -> Math.floorDiv(micros, windowMicros()) * windowMicros());
    }

    private long end(long micros) {
        return limit.calendar()
                .map(calendar -> NaiveCalendar.of(calendar).endMicros(micros))
                .orElseGet(() -> (Math.floorDiv(micros, windowMicros()) + 1) * windowMicros());
    }

    @Override
    public String toString() {
        return limit + " " + charges;
    }
}
