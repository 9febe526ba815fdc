package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.util.Optional;

/** What discovery has to know of Jakarta REST, which may be absent. */
public interface ResourceRules {

    /**
     * The method whose Jakarta REST annotations count for this method of a class: the method itself, or the one of a
     * superclass or an interface that it overrides; empty if none has any.
     */
    Optional<Method> annotated(Class<?> type, Method method);

    /** Whether the annotations of this method name an HTTP method. A locator's do not. */
    boolean isResourceMethod(Method annotated);

    /** Rules for applications without Jakarta REST: no method is a resource method. */
    ResourceRules NONE = new ResourceRules() {
        @Override
        public Optional<Method> annotated(Class<?> type, Method method) {
            return Optional.empty();
        }

        @Override
        public boolean isResourceMethod(Method annotated) {
            return false;
        }
    };
}
