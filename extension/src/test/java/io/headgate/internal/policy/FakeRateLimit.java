package io.headgate.internal.policy;

import io.headgate.RateLimit;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** Annotations with the members that a test sets. */
final class FakeRateLimit {

    private FakeRateLimit() {}

    /** Names and values of members in turn. */
    static RateLimit of(Object... namesAndValues) {
        Map<String, Object> members = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return (RateLimit) Proxy.newProxyInstance(
                FakeRateLimit.class.getClassLoader(),
                new Class<?>[] {RateLimit.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "@RateLimit(" + members + ")";
                    default -> members.getOrDefault(method.getName(), method.getDefaultValue());
                });
    }
}
