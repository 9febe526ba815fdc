package io.headgate.internal.store;

import io.headgate.LimitKey;

/** What keys in Redis are called. */
public final class RedisKeys {

    private RedisKeys() {}

    /** The key of a subject under a policy, and the name of the {@code RRateLimiter} that counts for it. */
    public static String of(String namespace, LimitKey key) {
        return named(namespace, key.toString());
    }

    /** The key of what has another name. */
    public static String named(String namespace, String name) {
        return namespace + ":v1:" + name;
    }
}
