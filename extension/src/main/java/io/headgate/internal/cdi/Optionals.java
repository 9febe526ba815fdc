package io.headgate.internal.cdi;

import java.lang.reflect.InvocationTargetException;

/** Loads by name what depends on an API that the server may lack. */
final class Optionals {

    private Optionals() {}

    /** Whether the classes of Headgate see a class of an API. */
    static boolean isPresent(String className, ClassLoader classLoader) {
        return loads(className, Optionals.class.getClassLoader()) && loads(className, classLoader);
    }

    /** Makes an instance of a class of Headgate's own whose API is present. */
    static <T> T instantiate(String className, Class<T> type) {
        try {
            return type.cast(Class.forName(className, true, Optionals.class.getClassLoader())
                    .getConstructor()
                    .newInstance());
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(className + " failed to start: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(className + " is not in this archive as it was built", e);
        }
    }

    private static boolean loads(String className, ClassLoader classLoader) {
        try {
            Class.forName(className, false, classLoader);
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }
}
