package io.headgate.internal.time;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** What time it is. The only class that reads the system's clock. */
@FunctionalInterface
public interface TimeSource {

    /** Microseconds since the epoch. May step back when the system's clock is set. */
    long micros();

    /** The system's clock. */
    static TimeSource system() {
        return () -> {
            Instant now = Instant.now();
            return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(now.getNano());
        };
    }

    /** Microseconds since some moment: for distances in time, which nobody can set back. */
    static TimeSource monotonic() {
        return () -> TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
    }

    /** A time of this source as an instant. */
    static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), TimeUnit.MICROSECONDS.toNanos(Math.floorMod(micros, 1_000_000L)));
    }
}
