package io.headgate.internal.cdi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A public method of a class that Headgate is not built against, called by name. */
final class Reflected {

    private final Method method;

    private Reflected(Method method) {
        this.method = method;
    }

    /**
     * Finds a method.
     *
     * @throws IllegalStateException if the class has no such method: the API is another than was expected
     */
    static Reflected method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return new Reflected(type.getMethod(name, parameters));
        } catch (NoSuchMethodException unexpected) {
            throw new IllegalStateException(type.getName() + " has no method " + name, unexpected);
        }
    }

    /** Calls it, on null if it is static. What it throws is thrown, a checked exception in an unchecked one. */
    @Nullable
    Object call(@Nullable Object target, @Nullable Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(method + " failed", e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method + " is not accessible", e);
        }
    }
}
