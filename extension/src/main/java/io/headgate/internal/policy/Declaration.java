package io.headgate.internal.policy;

import io.headgate.RateLimit;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One {@link RateLimit} on one element, as it was found.
 *
 * @param annotation the annotation
 * @param bearer the class that bears it, or declares the method that does; for a stereotype the stereotype
 * @param element the method that bears it, or null if a class does
 * @param ordinal its place among the annotations of that element, from 1
 * @param siblings how many annotations that element bears, itself included
 */
public record Declaration(
        RateLimit annotation, Class<?> bearer, @Nullable Method element, int ordinal, int siblings) {

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Declaration that
                && annotation.equals(that.annotation)
                && bearer == that.bearer
                && Objects.equals(element, that.element)
                && ordinal == that.ordinal
                && siblings == that.siblings;
    }

    @Override
    public int hashCode() {
        return Objects.hash(annotation, bearer, element, ordinal, siblings);
    }
}
