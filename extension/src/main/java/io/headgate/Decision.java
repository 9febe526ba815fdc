package io.headgate;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The answer for one policy of an acquisition. All times are the store's.
 *
 * @param policy the policy's name
 * @param outcome what was decided for this policy alone: in an acquisition that another policy denied, {@code ALLOWED}
 *     means that this one had permits, which were not taken
 * @param limit the numbers that were applied
 * @param remaining permits left after the decision, 0 to the limit's capacity
 * @param resetAfter when {@code remaining} next grows, zero where nothing is used; empty where it never grows (limit 0)
 * @param retryAfter how long a denied caller waits until the same cost passes, if nobody else takes it; empty on an
 *     allowed decision, and where waiting never helps
 * @param delay how long an admitted call waits for its turn (leaky bucket), else zero
 * @param decidedAt the store's time of the decision
 * @param shadow whether the policy only reports
 * @param receipt what was charged, for a refund; empty where nothing was charged
 */
public record Decision(
        String policy,
        Outcome outcome,
        Limit limit,
        long remaining,
        Optional<Duration> resetAfter,
        Optional<Duration> retryAfter,
        Duration delay,
        Instant decidedAt,
        boolean shadow,
        Optional<Receipt> receipt) {

    /** What was decided. */
    public enum Outcome {
        /** There were permits. */
        ALLOWED,
        /** There are not enough permits now; waiting helps, unless the limit is 0. */
        DENIED,
        /** The cost is above what the policy can ever have at once. */
        IMPOSSIBLE
    }

    /** Permits that can be had at once: the burst of a token bucket, else the limit. */
    public long capacity() {
        return limit.capacity();
    }

    /** Whether there were permits. */
    public boolean allowed() {
        return outcome == Outcome.ALLOWED;
    }

    /** Whether this decision stops the call: denied or impossible, and not by a shadow policy. */
    public boolean denies() {
        return !allowed() && !shadow;
    }
}
