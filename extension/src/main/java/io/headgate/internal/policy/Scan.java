package io.headgate.internal.policy;

import java.util.List;

/**
 * What discovery found in one class.
 *
 * @param type the class
 * @param resourceMethods limited methods that answer HTTP requests: the filter's
 * @param beanMethods every other limited method: the interceptor's
 * @param dead one sentence for each annotation in it that can never fire
 */
public record Scan(
        Class<?> type, List<LimitedMethod> resourceMethods, List<LimitedMethod> beanMethods, List<String> dead) {

    /** Whether nothing was found. */
    public boolean isEmpty() {
        return resourceMethods.isEmpty() && beanMethods.isEmpty() && dead.isEmpty();
    }
}
