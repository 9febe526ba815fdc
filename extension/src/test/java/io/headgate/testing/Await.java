package io.headgate.testing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what happens elsewhere and tells nobody. */
public final class Await {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private Await() {}

    /** Looks until the event is there; fails after half a minute. */
    public static void until(BooleanSupplier event) {
        long start = System.nanoTime();
        while (!event.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError(new TimeoutException("it did not happen within 30 s"));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
