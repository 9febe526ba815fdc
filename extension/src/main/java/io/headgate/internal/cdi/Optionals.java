package io.headgate.internal.cdi;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/** Loads by name what depends on an API that the server may lack. */
final class Optionals {

    private Optionals() {}

    /**
     * A class that belongs to one which is present.
     *
     * @throws IllegalStateException if it is missing: the API is another than was expected
     */
    static Class<?> required(String className, ClassLoader classLoader) {
        return load(className, classLoader)
                .orElseThrow(
                        () -> new IllegalStateException("there is no " + className + " beside what belongs to it"));
    }

    /** Whether the classes of Headgate see a class of an API. */
    static boolean isPresent(String className, ClassLoader classLoader) {
        return load(className, classLoader).isPresent();
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

    /** A class of an API, if the application and the classes of Headgate see it. */
    static Optional<Class<?>> load(String className, ClassLoader classLoader) {
        try {
            Class.forName(className, false, classLoader);
            return Optional.of(Class.forName(className, false, Optionals.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError absent) {
            return Optional.empty();
        }
    }
}
