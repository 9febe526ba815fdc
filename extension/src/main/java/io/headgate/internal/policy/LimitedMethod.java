package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A method to which annotations apply.
 *
 * @param beanClass the class of the bean or resource, never a proxy's
 * @param method the method, which may be declared by a superclass or an interface of it
 * @param owner who decides its calls
 * @param declarations the annotations that apply, in order; at least one
 */
public record LimitedMethod(Class<?> beanClass, Method method, Owner owner, List<Declaration> declarations) {

    /** Who decides the calls of a method: one of them, never both. */
    public enum Owner {
        /** The filter: the method answers HTTP requests. */
        FILTER,
        /** The interceptor: the method is a CDI bean's, and is called by code. */
        INTERCEPTOR
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LimitedMethod that
                && beanClass == that.beanClass
                && method.equals(that.method)
                && owner == that.owner
                && declarations.equals(that.declarations);
    }

    @Override
    public int hashCode() {
        return Objects.hash(beanClass, method, owner, declarations);
    }

    /** The same method, given to the filter. */
    public LimitedMethod ofFilter() {
        return new LimitedMethod(beanClass, method, Owner.FILTER, declarations);
    }
}
