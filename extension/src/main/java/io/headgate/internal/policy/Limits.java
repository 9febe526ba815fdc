package io.headgate.internal.policy;

import io.headgate.RateLimit;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the {@link RateLimit} annotations of one element: single or repeated, its own or inherited, or a stereotype's. */
final class Limits {

    /** By name: where CDI is absent no annotation bears it. */
    private static final String STEREOTYPE = "jakarta.enterprise.inject.Stereotype";

    private final AnnotationView view;

    Limits(AnnotationView view) {
        this.view = view;
    }

    /** The declarations on a method itself. */
    List<Declaration> on(Method method) {
        return declarations(unfold(view.of(method)), method.getDeclaringClass(), method);
    }

    /** The declarations on a class: its own, else its nearest superclass's, else its stereotypes'. */
    List<Declaration> on(Class<?> type) {
        Collection<? extends Annotation> annotations = view.of(type);
        Class<?> bearer = bearer(type);
        List<RateLimit> limits = unfold(nearest(annotations, bearer));
        return limits.isEmpty()
                ? ofStereotypes(annotations, new LinkedHashSet<>())
                : declarations(limits, bearer, null);
    }

    private List<Declaration> ofStereotypes(Collection<? extends Annotation> annotations, Set<Class<?>> seen) {
        List<Declaration> found = new ArrayList<>();
        for (Annotation annotation : annotations) {
            Class<? extends Annotation> type = annotation.annotationType();
            if (isStereotype(type) && seen.add(type)) {
                List<Annotation> meta = List.of(type.getAnnotations());
                found.addAll(declarations(unfold(meta), type, null));
                found.addAll(ofStereotypes(meta, seen));
            }
        }
        return found;
    }

    private static boolean isStereotype(Class<? extends Annotation> type) {
        return Arrays.stream(type.getAnnotations())
                .anyMatch(meta -> meta.annotationType().getName().equals(STEREOTYPE));
    }

    /** The class that bears what {@code type} inherits; {@code type} itself where an extension added the annotation. */
    private static Class<?> bearer(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (bears(c)) {
                return c;
            }
        }
        return type;
    }

    /**
     * Java inherits the single form and the container of the repeated form independently of each other, so a class that
     * bears one may inherit the other as well: only the bearer's own form counts.
     */
    private static Collection<? extends Annotation> nearest(
            Collection<? extends Annotation> annotations, Class<?> bearer) {
        if (!bears(bearer)) {
            return annotations;
        }
        List<Annotation> own = List.of(bearer.getDeclaredAnnotations());
        return annotations.stream()
                .filter(annotation -> !isInherited(annotation, own))
                .toList();
    }

    private static boolean isInherited(Annotation annotation, List<Annotation> own) {
        boolean single = annotation instanceof RateLimit;
        boolean list = annotation instanceof RateLimit.List;
        boolean ownSingle = own.stream().anyMatch(RateLimit.class::isInstance);
        boolean ownList = own.stream().anyMatch(RateLimit.List.class::isInstance);
        return (single && !ownSingle && ownList) || (list && !ownList && ownSingle);
    }

    private static boolean bears(AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .anyMatch(annotation -> annotation instanceof RateLimit || annotation instanceof RateLimit.List);
    }

    private static List<RateLimit> unfold(Collection<? extends Annotation> annotations) {
        return annotations.stream()
                .flatMap(annotation -> {
                    if (annotation instanceof RateLimit limit) {
                        return Stream.of(limit);
                    }
                    return annotation instanceof RateLimit.List list ? Stream.of(list.value()) : Stream.empty();
                })
                .toList();
    }

    private static List<Declaration> declarations(List<RateLimit> limits, Class<?> bearer, @Nullable Method element) {
        List<Declaration> declarations = new ArrayList<>(limits.size());
        for (RateLimit limit : limits) {
            declarations.add(new Declaration(limit, bearer, element, declarations.size() + 1, limits.size()));
        }
        return declarations;
    }
}
