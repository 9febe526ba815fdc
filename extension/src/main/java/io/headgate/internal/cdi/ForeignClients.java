package io.headgate.internal.cdi;

import jakarta.enterprise.inject.Instance;
import java.util.Optional;

/**
 * Clients of a Redisson that Headgate cannot use. Where Headgate brings one of its own inside, that one was relocated, and
 * the application's is another library with the same words.
 */
final class ForeignClients {

    /** Never written as one text: whoever relocates Redisson changes each constant that is the name of a class. */
    private static final String ORIGINAL = String.join(".", "org", "redisson", "api", "RedissonClient");

    private ForeignClients() {}

    /** Whether a client has another name for Headgate than for everybody else. */
    static boolean possible(String nameHere) {
        return !nameHere.equals(ORIGINAL);
    }

    /**
     * Whether the application has such a client, as Headgate would have used it.
     *
     * @param nameHere what Headgate calls the type
     * @param beans the application's beans
     */
    static boolean exist(String nameHere, ClassLoader classLoader, Instance<Object> beans) {
        return possible(nameHere)
                && type(classLoader)
                        .filter(type -> !beans.select(type).isUnsatisfied())
                        .isPresent();
    }

    private static Optional<Class<?>> type(ClassLoader classLoader) {
        try {
            return Optional.of(Class.forName(ORIGINAL, false, classLoader));
        } catch (ClassNotFoundException | LinkageError absent) {
            return Optional.empty();
        }
    }
}
