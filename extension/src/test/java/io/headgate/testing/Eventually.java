package io.headgate.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other threads or processes do. */
public final class Eventually {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Eventually() {}

    /** Asks again and again until it is true. */
    public static void holds(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("still not so after " + PATIENCE + ": " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
