package io.headgate.internal.store;

import io.headgate.spi.Acquisition;
import io.headgate.spi.RateLimitStore;

/** A store elsewhere, that may consist of several servers. */
public interface ExactStore extends RateLimitStore {

    /**
     * Whether an acquisition is decided at one place and one moment. Where it is not, it may be denied for what another one,
     * that is denied too, holds for a moment.
     */
    boolean isExact(Acquisition acquisition);

    /** Whether the first attempt to reach it still runs. */
    boolean isConnecting();
}
