package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All policies, and where they apply. Safe for many threads. */
public final class PolicyRegistry {

    PolicyRegistry() {}

    /** The policies that apply to every request, in order. */
    public List<PolicyUse> configured() {
        return List.of();
    }

    /** The policies that the annotations of a method name, in order; empty where none apply. */
    public List<PolicyUse> uses(Class<?> beanClass, Method method) {
        return List.of();
    }

    /**
     * The policies that apply to a request for a method: the configured ones, then the annotated ones. A policy that is
     * both comes once, at its configured place, with the cost of the annotation.
     */
    public List<PolicyUse> forRequest(Class<?> beanClass, Method method) {
        return List.of();
    }

    /** Whether it is known which annotations apply to a method, be it none. */
    public boolean knows(Class<?> beanClass, Method method) {
        return false;
    }

    /** Remembers that no annotation applies to a method. */
    public void learnUnlimited(Class<?> beanClass, Method method) {}

    /** The policy of a name, given or generated. */
    public Optional<Policy> policy(String name) {
        return Optional.empty();
    }

    /** The names of all policies. */
    public Set<String> names() {
        return Set.of();
    }
}
