package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.util.concurrent.TimeUnit;

/** Where windows begin and end. A window has its start and not its end. Times are microseconds since the epoch. */
interface Edges {

    /** When the window began that a time falls into. */
    long startMicros(long micros);

    /** When the window ends that a time falls into. */
    long endMicros(long micros);

    /** The edges of a limit's windows. */
    static Edges of(Limit limit) {
        return limit.calendar()
                .<Edges>map(CalendarEdges::new)
                .orElseGet(() ->
                        new Even(TimeUnit.MILLISECONDS.toMicros(limit.window().toMillis())));
    }

    /**
     * Windows of one length, aligned to the epoch.
     *
     * @param windowMicros the length
     */
    record Even(long windowMicros) implements Edges {

        @Override
        public long startMicros(long micros) {
            return Math.floorDiv(micros, windowMicros) * windowMicros;
        }

        @Override
        public long endMicros(long micros) {
            return startMicros(micros) + windowMicros;
        }
    }
}
