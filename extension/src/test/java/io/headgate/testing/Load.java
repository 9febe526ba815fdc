package io.headgate.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** Twenty calls a second, and what they saw. */
public final class Load {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int OK = 200;

    /** So many in a row were decided: half a second's. */
    private static final int ENOUGH = 10;

    private final IntSupplier call;
    private final Duration atMost;
    private final List<Integer> statuses = new ArrayList<>();
    private final List<Long> nanos = new ArrayList<>();

    /**
     * A load.
     *
     * @param call makes one call, and returns the status of the response
     * @param atMost how long it may go on
     */
    public Load(IntSupplier call, Duration atMost) {
        this.call = call;
        this.atMost = atMost;
    }

    /** Until ten calls in a row were answered with 200: how long it took until the first of these. */
    public Duration untilItDecides() {
        long start = System.nanoTime();
        long since = start;
        int inARow = 0;
        while (inARow < ENOUGH) {
            long now = System.nanoTime();
            if (once() != OK) {
                inARow = 0;
            } else if (++inARow == 1) {
                since = now;
            }
            if (now - start > atMost.toNanos()) {
                throw new AssertionError("not within " + atMost + ": " + statuses);
            }
        }
        return Duration.ofNanos(since - start);
    }

    /** All the time. */
    public void goOn() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < atMost.toNanos()) {
            once();
        }
    }

    /** Until something is so. */
    public void until(BooleanSupplier event) {
        long start = System.nanoTime();
        while (!event.getAsBoolean()) {
            once();
            if (System.nanoTime() - start > atMost.toNanos()) {
                throw new AssertionError("not within " + atMost + ": " + statuses);
            }
        }
    }

    private int once() {
        long before = System.nanoTime();
        int status = call.getAsInt();
        nanos.add(System.nanoTime() - before);
        statuses.add(status);
        LockSupport.parkNanos(PAUSE_NANOS);
        return status;
    }

    /** Of all calls, in order. */
    public List<Integer> statuses() {
        return List.copyOf(statuses);
    }

    /** How many calls had this status. */
    public long count(int status) {
        return statuses.stream().filter(each -> each == status).count();
    }

    /** How long the slowest call took. */
    public Duration slowest() {
        return Duration.ofNanos(Collections.max(nanos));
    }
}
