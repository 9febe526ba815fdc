package io.headgate.internal.rest;

import io.headgate.internal.policy.MethodWalk;
import io.headgate.internal.policy.ResourceRules;
import jakarta.ws.rs.HttpMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** The annotation inheritance of Jakarta REST 3.1, section 3.6. */
public final class JaxRsRules implements ResourceRules {

    private static final String ANNOTATIONS = "jakarta.ws.rs.";

    /**
     * The method itself if it or a parameter of it bears any Jakarta REST annotation; else the nearest superclass's, else
     * the first interface's that does.
     */
    @Override
    public Optional<Method> annotated(Class<?> type, Method method) {
        return Stream.concat(Stream.of(method), MethodWalk.overridden(type, method).stream())
                .filter(JaxRsRules::bearsAny)
                .findFirst();
    }

    @Override
    public boolean isResourceMethod(Method annotated) {
        return httpMethod(annotated).isPresent();
    }

    /** The HTTP method that a method's annotations name. */
    static Optional<String> httpMethod(Method annotated) {
        return Arrays.stream(annotated.getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                .filter(designator -> designator != null)
                .map(HttpMethod::value)
                .findFirst();
    }

    private static boolean bearsAny(Method method) {
        return Stream.concat(
                        Arrays.stream(method.getAnnotations()),
                        Arrays.stream(method.getParameterAnnotations()).flatMap(Arrays::stream))
                .map(Annotation::annotationType)
                .anyMatch(annotation -> annotation.getName().startsWith(ANNOTATIONS)
                        || annotation.isAnnotationPresent(HttpMethod.class));
    }
}
