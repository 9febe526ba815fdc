package io.headgate.internal.policy;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A method of a class, to find things by.
 *
 * <p>Here as in other keys the comparison is written out: the one that a record gets by itself stays in a cache of JDK 17,
 * and there holds the application's class loader after its end.
 *
 * @param type the class, which may inherit the method
 * @param method the method
 */
public record MethodKey(Class<?> type, Method method) {

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MethodKey that && type == that.type && method.equals(that.method);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + method.hashCode();
    }
}
