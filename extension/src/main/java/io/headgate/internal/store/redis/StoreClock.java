package io.headgate.internal.store.redis;

import io.headgate.internal.time.TimeSource;

/**
 * How far the store's clock is ahead of a clock here, learnt from replies: at some moment between sending and receiving, the
 * store's clock showed what the reply says. The estimate is never above the truth, unless the store's clock has stepped back
 * since, which the next reply corrects: what is in time by the estimate is in time.
 */
final class StoreClock {

    private final TimeSource here;
    private volatile Estimate estimate = new Estimate(0, false);

    private record Estimate(long aheadMicros, boolean known) {}

    StoreClock(TimeSource here) {
        this.here = here;
    }

    /** What the clock here shows. */
    long hereMicros() {
        return here.micros();
    }

    /** The store's time at a moment of the clock here; long ago while nothing is known. */
    long storeMicros(long hereMicros) {
        Estimate now = estimate;
        return now.known ? hereMicros + now.aheadMicros : 0;
    }

    /** Takes a reply into account that arrives now. */
    void learn(long sentMicros, long storeMicros) {
        Estimate before = estimate;
        long atLeast = storeMicros - here.micros();
        long atMost = storeMicros - sentMicros;
        if (!before.known || before.aheadMicros < atLeast || before.aheadMicros > atMost) {
            estimate = new Estimate(atLeast, true);
        }
    }
}
