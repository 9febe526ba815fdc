package io.headgate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a decision charged and when; good for one refund. A store may extend it by what else it must know then. */
public class Receipt {

    private final LimitKey key;
    private final Limit limit;
    private final long cost;
    private final Instant chargedAt;
    private final long nonce;
    private final Duration delay;
    private final AtomicBoolean used = new AtomicBoolean();

    /** Written by a store when it charges a call that need not wait for a turn. */
    public Receipt(LimitKey key, Limit limit, long cost, Instant chargedAt, long nonce) {
        this(key, limit, cost, chargedAt, nonce, Duration.ZERO);
    }

    /**
     * Written by a store when it charges.
     *
     * @param key whose permits were taken
     * @param limit the numbers that were applied
     * @param cost permits that were taken
     * @param chargedAt the store's time of the charge
     * @param nonce the nonce of the acquisition
     * @param delay how long after that it is the call's turn (leaky bucket), else zero
     */
    public Receipt(LimitKey key, Limit limit, long cost, Instant chargedAt, long nonce, Duration delay) {
        this.key = Objects.requireNonNull(key, "key");
        this.limit = Objects.requireNonNull(limit, "limit");
        this.cost = cost;
        this.chargedAt = Objects.requireNonNull(chargedAt, "chargedAt");
        this.nonce = nonce;
        this.delay = Objects.requireNonNull(delay, "delay");
    }

    /** Whose permits were taken. */
    public LimitKey key() {
        return key;
    }

    /** The numbers that were applied. */
    public Limit limit() {
        return limit;
    }

    /** Permits that were taken. */
    public long cost() {
        return cost;
    }

    /** The store's time of the charge. */
    public Instant chargedAt() {
        return chargedAt;
    }

    /** The nonce of the acquisition. */
    public long nonce() {
        return nonce;
    }

    /** How long after the charge it is the call's turn (leaky bucket), else zero. */
    public Duration delay() {
        return delay;
    }

    /** Uses the receipt up: true for the first caller, false ever after. A store calls it before it gives anything back. */
    public boolean use() {
        return used.compareAndSet(false, true);
    }

    @Override
    public String toString() {
        return "Receipt[" + key + ", cost=" + cost + ", chargedAt=" + chargedAt + "]";
    }
}
