package io.headgate.internal.policy;

import java.util.List;

/**
 * What discovery found in one class.
 *
 * @param type the class
 * @param resourceMethods limited methods that answer HTTP requests: the filter's
 * @param beanMethods every other limited method: the interceptor's
 * @param dead one sentence for each annotation in it that has no effect
 */
public record Scan(
        Class<?> type, List<LimitedMethod> resourceMethods, List<LimitedMethod> beanMethods, List<String> dead) {

    /** Copies the lists; what is to be said twice is said once. */
    public Scan {
        resourceMethods = List.copyOf(resourceMethods);
        beanMethods = List.copyOf(beanMethods);
        dead = dead.stream().distinct().toList();
    }

    /** A class without limits. */
    public static Scan empty(Class<?> type) {
        return new Scan(type, List.of(), List.of(), List.of());
    }

    /** Whether nothing was found. */
    public boolean isEmpty() {
        return resourceMethods.isEmpty() && beanMethods.isEmpty() && dead.isEmpty();
    }

    /**
     * One sentence for each annotation of a method that nobody intercepts, since its class is no bean. An annotation of the
     * class that limits its resource methods needs none.
     */
    public List<String> unmanaged(String why) {
        List<Declaration> counting = resourceMethods.stream()
                .flatMap(method -> method.declarations().stream())
                .toList();
        return beanMethods.stream()
                .filter(method -> !counting.containsAll(method.declarations()))
                .flatMap(method -> Dead.of(method, why).stream())
                .distinct()
                .toList();
    }
}
