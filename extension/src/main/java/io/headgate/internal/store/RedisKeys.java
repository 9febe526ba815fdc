package io.headgate.internal.store;

import io.headgate.LimitKey;
import java.util.List;

/**
 * What keys in Redis are called. The policy of an unnamed annotation is called after its method, which can be long: then the
 * beginning stands for it, with a digest of all.
 */
public final class RedisKeys {

    private static final int LONGEST_POLICY = 128;

    private RedisKeys() {}

    /** The key of a subject under a policy, and the name of the {@code RRateLimiter} that counts for it. */
    public static String of(String namespace, LimitKey key) {
        return named(namespace, policy(key.policy()) + ":{" + key.digest() + "}");
    }

    /** The key of what has another name. */
    public static String named(String namespace, String name) {
        return namespace + ":v1:" + name;
    }

    private static String policy(String name) {
        if (name.length() <= LONGEST_POLICY) {
            return name;
        }
        boolean splits = Character.isHighSurrogate(name.charAt(LONGEST_POLICY - 1));
        return name.substring(0, splits ? LONGEST_POLICY - 1 : LONGEST_POLICY)
                + "~"
                + LimitKey.of("", List.of("policy", name)).digest();
    }
}
