package io.headgate.spi;

import io.headgate.Limit;
import io.headgate.LimitKey;
import java.util.Objects;

/**
 * One policy's part of an acquisition.
 *
 * @param key whose permits
 * @param limit the numbers to apply
 * @param cost permits to take, at least 1
 * @param shadow whether a denial stops nobody
 * @param mayWait leaky bucket: whether the caller can wait for its turn; if not, it is admitted only if its turn is now
 */
public record PermitRequest(LimitKey key, Limit limit, long cost, boolean shadow, boolean mayWait) {

    /** A request of somebody who can wait for a turn. */
    public PermitRequest(LimitKey key, Limit limit, long cost, boolean shadow) {
        this(key, limit, cost, shadow, true);
    }

    /**
     * Refuses a cost that no store could charge.
     *
     * @throws IllegalArgumentException if the cost is below 1
     */
    public PermitRequest {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(limit, "limit");
        if (cost < 1) {
            throw new IllegalArgumentException("cost is " + cost + ", allowed are 1 and more");
        }
    }
}
