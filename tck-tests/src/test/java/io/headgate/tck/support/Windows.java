package io.headgate.tck.support;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Windows are aligned to the clock, so a test that counts requests must know that they fell into one window. The server runs
 * on this machine: its clock is ours.
 */
public final class Windows {

    private static final int ATTEMPTS = 3;

    private Windows() {}

    /**
     * Does something inside one window: waits until at least {@code enough} of a window remains, acts, and acts again in a
     * later window where it took longer than that. The action must therefore count somebody new each time it is called, or
     * forget what was counted.
     */
    public static <T> T inOne(Duration window, Duration enough, Callable<T> action) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            awaitRemaining(window, enough);
            long before = index(window);
            T result = action.call();
            if (index(window) == before) {
                return result;
            }
        }
        throw new AssertionError("the action needs more than " + enough + ", tried " + ATTEMPTS + " times");
    }

    /** Does something inside one window of a minute, with the time that a few dozen requests may need. */
    public static <T> T inOneMinute(Callable<T> action) throws Exception {
        return inOne(Duration.ofMinutes(1), Duration.ofSeconds(15), action);
    }

    /** Waits, at most one window, until this much of a window remains. */
    public static void awaitRemaining(Duration window, Duration enough) {
        Duration remaining = window.minusMillis(Math.floorMod(System.currentTimeMillis(), window.toMillis()));
        if (remaining.compareTo(enough) < 0) {
            pause(remaining);
        }
    }

    /** The number of the current window since the epoch. */
    public static long index(Duration window) {
        return Math.floorDiv(System.currentTimeMillis(), window.toMillis());
    }

    /** Waits at least this long. */
    public static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
