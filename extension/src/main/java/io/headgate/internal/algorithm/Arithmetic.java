package io.headgate.internal.algorithm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of one limit. Pure: the answer depends on the arguments alone. {@code stored} is what the store kept of a
 * subject, null where it kept nothing, and may have been written at another time, with other numbers, or by another
 * algorithm (which counts as nothing). Times are the store's, in microseconds since the epoch.
 */
public interface Arithmetic {

    /** The wait for what never comes. */
    long NEVER = Long.MAX_VALUE;

    /** What the limit is in permits and ticks. */
    Numbers numbers();

    /**
     * The state as it stands now. It must be written wherever a subject is charged or denied: a state from before a step
     * back of the clock would otherwise be aged anew by each look, and its subject locked out until the clock caught up.
     */
    State advance(@Nullable State stored, long nowMicros);

    /** Takes permits if they are there. The cost is at least 1. */
    Step take(@Nullable State stored, long cost, long nowMicros);

    /** What {@link #take} would decide; nothing is taken and {@code remaining} is what is there now. */
    default Step look(@Nullable State stored, long cost, long nowMicros) {
        return look(stored, 0, cost, nowMicros);
    }

    /** The same for a cost that comes after others, which add up to {@code ahead} and would be taken first. */
    Step look(@Nullable State stored, long ahead, long cost, long nowMicros);

    /** Permits that can be had now, 0 to the capacity. */
    long remaining(@Nullable State stored, long nowMicros);

    /**
     * Gives back what was charged under this limit, as far as the state still counts it. Other numbers in the state are
     * left as they are: a receipt may be older than a change of the limit.
     *
     * @param turnMicros the time of the charge, and the delay that the charged call was given
     */
    State refund(State stored, long cost, long turnMicros, long nowMicros);

    /** The same limit for callers that cannot wait for a turn: it reads and writes the same states. */
    default Arithmetic withoutWaiting() {
        return this;
    }

    /** For how long the state must be kept if it is written now; zero where it equals no state, as it does after that time. */
    long timeToLiveMicros(@Nullable State stored, long nowMicros);

    /**
     * For whoever has no calendar: four edges of calendar windows, in order. A time is between the second one and the third
     * one, from the former on. Empty where all windows are of one length.
     */
    default List<Long> edgesAround(long nowMicros) {
        return List.of();
    }
}
