package io.headgate.testing;

import io.headgate.internal.time.TimeSource;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when a test says so. Starts where every window up to a day begins. */
@Singleton
public class ManualTime implements TimeSource {

    private final AtomicLong micros =
            new AtomicLong(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2026-01-01T00:00:00Z")));

    @Override
    public long micros() {
        return micros.get();
    }

    /** The time as an instant. */
    public Instant instant() {
        return TimeSource.instant(micros());
    }

    /** Moves the clock; back, if the step is negative. */
    public void advance(Duration step) {
        advanceMicros(step.toNanos() / 1000);
    }

    /** Moves the clock by microseconds; back, if the step is negative. */
    public void advanceMicros(long step) {
        micros.addAndGet(step);
    }
}
