package io.headgate.internal.engine;

import io.headgate.spi.RateLimitStore;

/**
 * Where the counters of an application live.
 *
 * @param store what decides
 * @param behind the same without what it remembers of its answers: takes back what was charged for nothing
 * @param share what this process grants alone while the store fails
 */
public record Backend(RateLimitStore store, RateLimitStore behind, RateLimitStore share) {

    /** A store that cannot fail. */
    public static Backend of(RateLimitStore store) {
        return new Backend(store, store, store);
    }
}
