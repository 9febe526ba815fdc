package io.headgate.internal.policy;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Why calls are out of everybody's reach. Annotations are known by name: the libraries that have them may be absent. */
final class Obstacles {

    private static final String DISPOSES = "jakarta.enterprise.inject.Disposes";
    private static final String CALLBACK =
            "a life-cycle callback, an initializer and an interceptor method are no business methods";

    private static final Map<String, String> OF_METHODS = ofMethods();
    private static final Map<String, String> OF_CLASSES = Map.of(
            "jakarta.websocket.server.ServerEndpoint",
            "the methods of a WebSocket end-point are not called through the container",
            "jakarta.websocket.ClientEndpoint",
            "the methods of a WebSocket end-point are not called through the container",
            "jakarta.interceptor.Interceptor",
            "calls of an interceptor are not intercepted: put the annotation on the bean",
            "jakarta.decorator.Decorator",
            "calls of a decorator are not intercepted: put the annotation on the bean");

    private final AnnotationView view;

    Obstacles(AnnotationView view) {
        this.view = view;
    }

    private static Map<String, String> ofMethods() {
        Map<String, String> why = new LinkedHashMap<>();
        why.put(
                "jakarta.enterprise.inject.Produces",
                "a producer is called by the container for injection: put the annotation on the methods of the class that"
                        + " it makes, if that is a bean");
        why.put("jakarta.inject.Inject", CALLBACK);
        why.put("jakarta.annotation.PostConstruct", CALLBACK);
        why.put("jakarta.annotation.PreDestroy", CALLBACK);
        why.put("jakarta.ejb.PostActivate", CALLBACK);
        why.put("jakarta.ejb.PrePassivate", CALLBACK);
        why.put("jakarta.interceptor.AroundInvoke", CALLBACK);
        why.put("jakarta.interceptor.AroundTimeout", CALLBACK);
        why.put("jakarta.interceptor.AroundConstruct", CALLBACK);
        return why;
    }

    /** Why no method of a class can be limited. */
    Optional<String> of(Class<?> type) {
        return first(view.of(type), OF_CLASSES);
    }

    /** Why a method can be limited neither as a resource nor as a bean's. */
    Optional<String> of(Method method) {
        if (Modifier.isPrivate(method.getModifiers())) {
            return Optional.of("a private method is never called through the container: make it public");
        }
        if (Modifier.isStatic(method.getModifiers())) {
            return Optional.of("a static method is never called through the container: make it an instance method");
        }
        boolean disposer = Arrays.stream(method.getParameterAnnotations())
                .flatMap(Arrays::stream)
                .anyMatch(annotation -> annotation.annotationType().getName().equals(DISPOSES));
        return disposer
                ? Optional.of("a disposer is called by the container, when it destroys a produced object")
                : first(view.of(method), OF_METHODS);
    }

    private static Optional<String> first(Collection<? extends Annotation> annotations, Map<String, String> reasons) {
        return annotations.stream()
                .flatMap(annotation -> Optional.ofNullable(
                        reasons.get(annotation.annotationType().getName()))
                        .stream())
                .findFirst();
    }
}
