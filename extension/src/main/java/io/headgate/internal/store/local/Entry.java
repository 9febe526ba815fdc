package io.headgate.internal.store.local;

import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.internal.algorithm.State;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One subject of one policy. Its state changes in one of two ways: by compare-and-set, without a lock; or by a thread that
 * owns the entry's monitor and keeps {@link Marker#HELD} in the state's place meanwhile, which makes the compare-and-set of
 * everyone else fail.
 *
 * <p>Whoever changes a state reads the time after the state. The state was written with an earlier time then; the other way
 * round, a thread that paused between the two would see a state from its future and take it for a clock that stepped back.
 */
final class Entry {

    /** The order in which several entries are held. */
    static final Comparator<Entry> ORDER = Comparator.comparing(Entry::isShared).thenComparing(Entry::key);

    private static final AtomicReferenceFieldUpdater<Entry, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Entry.class, State.class, "state");

    private final LimitKey key;
    private final boolean shared;
    private volatile @Nullable State state;
    private Arithmetic arithmetic;
    private long usedMillis;

    /**
     * A new entry.
     *
     * @param key whose it is
     * @param shared whether other subjects are counted here too
     * @param state what it starts with; null for none
     * @param arithmetic reads the state
     * @param nowMicros when it is first used
     */
    Entry(LimitKey key, boolean shared, @Nullable State state, Arithmetic arithmetic, long nowMicros) {
        this.key = key;
        this.shared = shared;
        this.state = state;
        this.arithmetic = arithmetic;
        this.usedMillis = TimeUnit.MICROSECONDS.toMillis(nowMicros);
    }

    LimitKey key() {
        return key;
    }

    boolean isShared() {
        return shared;
    }

    /** The arithmetic of the limit that was applied last. */
    Arithmetic arithmetic() {
        return arithmetic;
    }

    /** When the entry was last asked; not more exact than a millisecond. */
    long usedMillis() {
        return usedMillis;
    }

    /** Racy on purpose, and written only when it changes: a subject that is denied all the time stays readable for all cores. */
    void used(Arithmetic by, long nowMicros) {
        long nowMillis = TimeUnit.MICROSECONDS.toMillis(nowMicros);
        if (usedMillis != nowMillis) {
            usedMillis = nowMillis;
        }
        if (arithmetic != by) {
            arithmetic = by;
        }
    }

    /** The state, or {@link Marker#DEAD}; waits while the entry is held. */
    @Nullable
    State read() {
        State read = state;
        if (read != Marker.HELD) {
            return read;
        }
        synchronized (this) {
            return state;
        }
    }

    /** The state without waiting: may be a marker. */
    @Nullable
    State glance() {
        return state;
    }

    /** Puts the next state where the expected one still is; where they are the same, there is nothing to do. */
    boolean replace(@Nullable State expected, @Nullable State next) {
        return expected == next || STATE.compareAndSet(this, expected, next);
    }

    /** Takes the state out; the caller owns the monitor. {@link Marker#DEAD} if there is nothing to take. */
    @Nullable
    State hold() {
        while (true) {
            State held = state;
            if (held == Marker.DEAD || STATE.compareAndSet(this, held, Marker.HELD)) {
                return held;
            }
        }
    }

    /** Ends what {@link #hold} began. */
    void release(@Nullable State next) {
        state = next;
    }
}
