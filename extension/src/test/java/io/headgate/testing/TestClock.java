package io.headgate.testing;

import io.headgate.internal.time.TimeSource;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when it is told to. It starts at the beginning of a day, where all windows of a test begin. */
@Singleton
public class TestClock implements TimeSource {

    /** When it starts. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong micros = new AtomicLong(TimeUnit.SECONDS.toMicros(START.getEpochSecond()));

    @Override
    public long micros() {
        return micros.get();
    }

    /** Moves forward, or back. */
    public void advance(Duration by) {
        micros.addAndGet(TimeUnit.NANOSECONDS.toMicros(by.toNanos()));
    }
}
