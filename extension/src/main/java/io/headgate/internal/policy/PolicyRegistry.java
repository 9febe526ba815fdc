package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** All policies, and where they apply. What it knows at the start never changes; more can join. Safe for many threads. */
public final class PolicyRegistry {

    private final List<PolicyUse> configured;
    private final MethodUses unlimited;
    private final ConcurrentMap<MethodKey, MethodUses> methods = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Policy> policies = new ConcurrentHashMap<>();

    PolicyRegistry(List<PolicyUse> configured) {
        this.configured = List.copyOf(configured);
        this.unlimited = new MethodUses(List.of(), this.configured);
    }

    /** The policies that apply to every request, in order. */
    public List<PolicyUse> configured() {
        return configured;
    }

    /** The policies that the annotations of a method name, in order; empty where none apply. */
    public List<PolicyUse> uses(Class<?> beanClass, Method method) {
        return find(beanClass, method).annotated;
    }

    /**
     * The policies that apply to a request for a method: the configured ones, then the annotated ones. A policy that is
     * both comes once, at its configured place, with the cost of the annotation.
     */
    public List<PolicyUse> forRequest(Class<?> beanClass, Method method) {
        return find(beanClass, method).forRequest;
    }

    private MethodUses find(Class<?> beanClass, Method method) {
        return methods.getOrDefault(new MethodKey(beanClass, method), unlimited);
    }

    /** Whether it is known which annotations apply to a method, be it none. */
    public boolean knows(Class<?> beanClass, Method method) {
        return methods.containsKey(new MethodKey(beanClass, method));
    }

    /** Remembers that no annotation applies to a method. */
    public void learnUnlimited(Class<?> beanClass, Method method) {
        methods.putIfAbsent(new MethodKey(beanClass, method), unlimited);
    }

    /** The policy of a name, given or generated. */
    public Optional<Policy> policy(String name) {
        return Optional.ofNullable(policies.get(name));
    }

    /** The names of all policies. */
    public Set<String> names() {
        return Set.copyOf(policies.keySet());
    }

    void add(Policy policy) {
        policies.putIfAbsent(policy.name(), policy);
    }

    void add(LimitedMethod method, List<PolicyUse> annotated) {
        MethodUses uses = new MethodUses(List.copyOf(annotated), merged(annotated));
        methods.put(new MethodKey(method.beanClass(), method.method()), uses);
    }

    private List<PolicyUse> merged(List<PolicyUse> annotated) {
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

    private record MethodKey(Class<?> beanClass, Method method) {}

    private record MethodUses(List<PolicyUse> annotated, List<PolicyUse> forRequest) {}
}
