package io.headgate.internal.policy;

import io.headgate.internal.policy.LimitedMethod.Owner;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All policies, and where they apply. Methods that show up late can join, and can complete a policy of which nobody had set
 * a value: whoever keeps an answer may miss that. Safe for many threads.
 */
public final class PolicyRegistry {

    private volatile State state = State.of(List.of(), Map.of());

    PolicyRegistry() {}

    /** The policies that apply to every request, in order. */
    public List<PolicyUse> configured() {
        return state.unlimited.forRequest;
    }

    /** The policies that the interceptor decides for a method, in order; none if the method is the filter's. */
    public List<PolicyUse> uses(Class<?> beanClass, Method method) {
        return state.find(beanClass, method).forCall;
    }

    /**
     * The policies that the filter decides for a request: the configured ones, then those that the annotations of the
     * method name, if it is the filter's. A policy that is both comes once, at its configured place, with the cost of the
     * annotation.
     */
    public List<PolicyUse> forRequest(Class<?> beanClass, Method method) {
        return state.find(beanClass, method).forRequest;
    }

    /** Whether a method is limited by annotations, whoever decides it. */
    public boolean knows(Class<?> beanClass, Method method) {
        return state.methods.containsKey(new MethodKey(beanClass, method));
    }

    /** The policy of a name, given or generated. */
    public Optional<Policy> policy(String name) {
        return Optional.ofNullable(state.policies.get(name)).map(PolicyUse::policy);
    }

    /** Permits that code takes which asks a policy and names no cost; 1 if there is no such policy. */
    public long cost(String name) {
        return Optional.ofNullable(state.policies.get(name))
                .map(PolicyUse::cost)
                .orElse(1L);
    }

    /** The names of all policies. */
    public Set<String> names() {
        return state.policies.keySet();
    }

    /** Takes over what is known now. */
    void become(Collection<ReadPolicy> policies, Map<LimitedMethod, List<AnnotatedUse>> methods) {
        state = State.of(policies, methods);
    }

    private record MethodUses(List<PolicyUse> forCall, List<PolicyUse> forRequest) {}

    /** Everything at one moment. */
    private record State(Map<String, PolicyUse> policies, Map<MethodKey, MethodUses> methods, MethodUses unlimited) {

        static State of(Collection<ReadPolicy> policies, Map<LimitedMethod, List<AnnotatedUse>> methods) {
            Map<String, PolicyUse> byName = new LinkedHashMap<>();
            List<PolicyUse> configured = new ArrayList<>();
            Map<AnnotatedUse, PolicyUse> read = new HashMap<>();
            for (ReadPolicy policy : policies) {
                byName.put(policy.name(), policy.forCode());
                if (policy.plan().configured()) {
                    configured.add(policy.forEveryRequest());
                }
                read.putAll(policy.forMethods());
            }
            List<PolicyUse> everywhere = List.copyOf(configured);
            Map<MethodKey, MethodUses> limited = new HashMap<>();
            methods.forEach((method, uses) -> limited.put(
                    new MethodKey(method.beanClass(), method.method()),
                    owned(method.owner(), everywhere, policyUses(uses, read))));
            return new State(Map.copyOf(byName), limited, new MethodUses(List.of(), everywhere));
        }

        private static List<PolicyUse> policyUses(List<AnnotatedUse> uses, Map<AnnotatedUse, PolicyUse> read) {
            return uses.stream()
                    .flatMap(use -> Optional.ofNullable(read.get(use)).stream())
                    .toList();
        }

        private static MethodUses owned(Owner owner, List<PolicyUse> everywhere, List<PolicyUse> annotated) {
            return owner == Owner.FILTER
                    ? new MethodUses(List.of(), merged(everywhere, annotated))
                    : new MethodUses(annotated, everywhere);
        }

        MethodUses find(Class<?> beanClass, Method method) {
            return methods.getOrDefault(new MethodKey(beanClass, method), unlimited);
        }
    }

    private static List<PolicyUse> merged(List<PolicyUse> configured, List<PolicyUse> annotated) {
        List<PolicyUse> merged = new ArrayList<>();
        for (PolicyUse use : configured) {
            merged.add(named(use, annotated).filter(PolicyRegistry::counts).orElse(use));
        }
        annotated.stream().filter(use -> named(use, configured).isEmpty()).forEach(merged::add);
        return List.copyOf(merged);
    }

    private static Optional<PolicyUse> named(PolicyUse wanted, List<PolicyUse> uses) {
        return uses.stream()
                .filter(use -> use.policy().name().equals(wanted.policy().name()))
                .findFirst();
    }

    /** An annotation that is switched off leaves the configured policy of its name as it is. */
    private static boolean counts(PolicyUse use) {
        return use.policy().limit().isPresent();
    }
}
