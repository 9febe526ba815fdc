package io.headgate.internal.algorithm;

import io.headgate.CalendarWindow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The windows of a calendar. What was found last is kept: most questions are about the present, and the calendar takes its
 * time. The answers do not depend on it.
 */
final class CalendarEdges implements Edges {

    private final CalendarWindow calendar;
    private volatile Around last;

    /** A window with the one before and the one after. */
    private record Around(long before, long start, long end, long after) {

        boolean isAbout(long micros) {
            return start <= micros && micros < end;
        }
    }

    CalendarEdges(CalendarWindow calendar) {
        this.calendar = calendar;
        this.last = find(0);
    }

    @Override
    public long startMicros(long micros) {
        return at(micros).start;
    }

    @Override
    public long endMicros(long micros) {
        return at(micros).end;
    }

    /** The edges of the window that a time falls into, in the middle; that before them, and that after them. */
    List<Long> around(long micros) {
        Around found = at(micros);
        return List.of(found.before, found.start, found.end, found.after);
    }

    private Around at(long micros) {
        Around known = last;
        if (!known.isAbout(micros)) {
            known = find(micros);
            last = known;
        }
        return known;
    }

    private Around find(long micros) {
        Instant start = calendar.startOf(instant(micros));
        Instant end = calendar.endOf(start);
        return new Around(
                micros(calendar.startOf(start.minusNanos(1))), micros(start), micros(end), micros(calendar.endOf(end)));
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** By way of nanoseconds it would be possible up to the year 2262 only. */
    private static long micros(Instant instant) {
        return TimeUnit.SECONDS.toMicros(instant.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
    }
}
