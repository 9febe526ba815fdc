package io.headgate.internal.cdi;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.InterceptorBinding;
import java.io.Serial;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Binds the interceptor to a method. The extensions put it where it belongs; applications write {@code RateLimit}, which is
 * no binding itself, since containers do not agree on how bindings repeat and inherit.
 */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Limited {

    /** The binding as a value. */
    final class Literal extends AnnotationLiteral<Limited> implements Limited {
        @Serial
        private static final long serialVersionUID = 1L;

        static final Literal INSTANCE = new Literal();
    }
}
