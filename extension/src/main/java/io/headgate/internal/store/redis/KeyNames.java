package io.headgate.internal.store.redis;

import io.headgate.LimitKey;
import java.util.List;

/**
 * The names of keys after the namespace and the version: the policy, and in braces the subject's digest. The policy of an
 * unnamed annotation is called after its method, which can be long: then the beginning stands for it, with a digest of all.
 */
final class KeyNames {

    private static final int LONGEST_POLICY = 128;

    private KeyNames() {}

    static String of(LimitKey key) {
        String policy = key.policy();
        return (policy.length() <= LONGEST_POLICY ? policy : shortened(policy)) + ":{" + key.digest() + "}";
    }

    private static String shortened(String policy) {
        int end = Character.isHighSurrogate(policy.charAt(LONGEST_POLICY - 1)) ? LONGEST_POLICY - 1 : LONGEST_POLICY;
        return policy.substring(0, end)
                + "~"
                + LimitKey.of("", List.of("policy", policy)).digest();
    }
}
