package io.headgate.internal.policy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A policy that an annotation applies to a method.
 *
 * @param method the method
 * @param declaration the annotation
 * @param policy the policy's name
 * @param named whether somebody gave it that name
 */
record AnnotatedUse(LimitedMethod method, Declaration declaration, String policy, boolean named) {

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AnnotatedUse that
                && method.equals(that.method)
                && declaration.equals(that.declaration)
                && policy.equals(that.policy)
                && named == that.named;
    }

    @Override
    public int hashCode() {
        return Objects.hash(method, declaration, policy, named);
    }
}
