package io.headgate.internal.store.redis;

import java.util.List;
import java.util.Locale;

/**
 * What {@code rate-limiter.lua} says of an {@code RRateLimiter}.
 *
 * @param condition what has to be done before Redisson may be asked
 * @param permits permits that can be had, 0 to the limit
 * @param rate the limit that it has, or {@link #NONE}
 * @param intervalMillis the window that it has, or {@link #NONE}
 * @param keepAliveMillis for how long it outlives its last use: 0 for ever, {@link #NONE} where that is not known
 */
record LimiterState(Condition condition, long permits, long rate, long intervalMillis, long keepAliveMillis) {

    static final long NONE = -1;

    /** In what order it is. */
    enum Condition {
        /** There is none. */
        ABSENT,
        /** It cannot be read, by Redisson neither. */
        BROKEN,
        /** It has other numbers than the policy. */
        OTHER,
        /** What is left does not belong to what was taken. */
        DISORDERED,
        /** None of these. */
        READY
    }

    static LimiterState of(List<?> reply) {
        return new LimiterState(
                Condition.valueOf(String.valueOf(reply.get(0)).toUpperCase(Locale.ROOT)),
                (Long) reply.get(1),
                (Long) reply.get(2),
                (Long) reply.get(3),
                (Long) reply.get(4));
    }
}
