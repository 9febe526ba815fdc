package io.headgate.internal.policy;

import io.headgate.Limit;
import io.headgate.OnStoreFailure;
import io.headgate.internal.key.KeyExpression;
import java.util.Optional;

/**
 * A named limit made concrete.
 *
 * @param name the policy's name
 * @param origin who declared it
 * @param key who is counted
 * @param unless where this expression has a value, the policy does not apply
 * @param limit the numbers; empty if the policy is switched off or unlimited
 * @param shadow whether it only reports
 * @param onStoreFailure what happens while the store fails
 */
public record Policy(
        String name,
        Origin origin,
        KeyExpression key,
        Optional<KeyExpression> unless,
        Optional<Limit> limit,
        boolean shadow,
        OnStoreFailure onStoreFailure) {

    /** Who declared a policy. */
    public enum Origin {
        /** {@code ratelimit.policies}, or {@code ratelimit.policies.manual}: without a value of its key it does not apply. */
        CONFIGURED,
        /** An annotation: without a value of its key it falls back to the client's address. */
        ANNOTATED
    }
}
