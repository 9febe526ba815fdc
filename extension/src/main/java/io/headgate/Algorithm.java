package io.headgate;

/**
 * How permits come back after they were used. The reference page {@code docs/reference/algorithms.md} compares what each
 * admits.
 */
public enum Algorithm {
    /**
     * Two counters, this window's and the one before, the older one weighted by the part of it that a window which ends
     * now still covers. At most the limit in each clock-aligned window, and at most twice the limit in any window. The
     * default.
     */
    SLIDING_WINDOW,

    /**
     * One counter per clock-aligned window, or {@link CalendarWindow window of the calendar}. At most the limit in each
     * aligned window; a client that asks at the edge gets up to twice the limit in a window that lies across it.
     */
    FIXED_WINDOW,

    /** One entry per permit: at most the limit in any window, at the price of memory that grows with the limit. */
    SLIDING_LOG,

    /** Permits flow back evenly; up to {@link RateLimit#burst()} of them can be saved up and used at once. */
    TOKEN_BUCKET,

    /** Calls leave evenly spaced; one that comes early waits its turn, up to {@link RateLimit#maxWait()}. */
    LEAKY_BUCKET,

    /**
     * A Redisson {@code RRateLimiter}, shared with other programs that use the same object; only with counters in Redis, and
     * for limits up to 2<sup>31</sup> - 1. At most the limit in any window, as far as the clocks of all who ask agree: it goes
     * by theirs, not by the store's. What other algorithms promise and this one does not: the wait that a denial names is the
     * whole window, never too short and often too long; {@code remaining} may repeat under parallel calls; what several
     * policies of one acquisition charge is given back if a later one denies, not charged together.
     */
    REDISSON
}
