package io.headgate.internal.policy;

import io.headgate.RateLimit;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the {@link RateLimit} annotations of one element: single or repeated, its own or inherited, or a stereotype's. */
final class Limits {

    private final AnnotationView view;

    Limits(AnnotationView view) {
        this.view = view;
    }

    /** The declarations on a method itself. */
    List<Declaration> on(Method method) {
        return declarations(limits(view.of(method)), method.getDeclaringClass(), method);
    }

    /** The declarations on a class: its own, else its nearest superclass's, else its stereotypes'. */
    List<Declaration> on(Class<?> type) {
        List<Annotation> limits = limits(view.of(type));
        if (limits.isEmpty()) {
            return ofStereotypes(view.of(type), new LinkedHashSet<>());
        }
        List<Annotation> own = own(type, limits);
        if (!own.isEmpty()) {
            return declarations(own, type, null);
        }
        // Java inherits the single form and the container of the repeated form independently of each other, so a class
        // may inherit both, of two classes: the nearest bearer's own count.
        Class<?> bearer = bearer(type);
        List<Annotation> inherited = List.of(bearer.getDeclaredAnnotations());
        return declarations(limits.stream().filter(inherited::contains).toList(), bearer, null);
    }

    /** The declarations that annotations of a class bear in vain, since these are no stereotypes. */
    List<Declaration> lostOn(Class<?> type) {
        return view.of(type).stream()
                .map(Annotation::annotationType)
                .filter(annotation -> view.ofStereotype(annotation).isEmpty())
                .flatMap(Limits::bornBy)
                .toList();
    }

    /** The declarations that annotations of a method bear in vain: stereotypes stand on classes. */
    List<Declaration> lostOn(Method method) {
        return view.of(method).stream()
                .map(Annotation::annotationType)
                .flatMap(Limits::bornBy)
                .toList();
    }

    private static Stream<Declaration> bornBy(Class<? extends Annotation> annotation) {
        return declarations(limits(List.of(annotation.getDeclaredAnnotations())), annotation, null).stream();
    }

    /** What a class does not inherit: it is written there, or an extension put it there. */
    private static List<Annotation> own(Class<?> type, List<Annotation> limits) {
        List<Annotation> written = List.of(type.getDeclaredAnnotations());
        List<Annotation> visible = List.of(type.getAnnotations());
        return limits.stream()
                .filter(limit -> written.contains(limit) || !visible.contains(limit))
                .toList();
    }

    private static Class<?> bearer(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (bears(c)) {
                return c;
            }
        }
        return type;
    }

    private static boolean bears(AnnotatedElement element) {
        return !limits(List.of(element.getDeclaredAnnotations())).isEmpty();
    }

    private List<Declaration> ofStereotypes(Collection<? extends Annotation> annotations, Set<Class<?>> seen) {
        List<Declaration> found = new ArrayList<>();
        for (Annotation annotation : annotations) {
            Class<? extends Annotation> type = annotation.annotationType();
            if (seen.add(type)) {
                Collection<? extends Annotation> meta = view.ofStereotype(type);
                found.addAll(declarations(limits(meta), type, null));
                found.addAll(ofStereotypes(meta, seen));
            }
        }
        return found;
    }

    private static List<Annotation> limits(Collection<? extends Annotation> annotations) {
        return annotations.stream()
                .filter(annotation -> annotation instanceof RateLimit || annotation instanceof RateLimit.List)
                .<Annotation>map(annotation -> annotation)
                .toList();
    }

    private static List<Declaration> declarations(List<Annotation> forms, Class<?> bearer, @Nullable Method element) {
        List<RateLimit> limits = forms.stream().flatMap(Limits::unfold).toList();
        List<Declaration> declarations = new ArrayList<>(limits.size());
        for (RateLimit limit : limits) {
            declarations.add(new Declaration(limit, bearer, element, declarations.size() + 1, limits.size()));
        }
        return declarations;
    }

    private static Stream<RateLimit> unfold(Annotation form) {
        return form instanceof RateLimit.List list ? Stream.of(list.value()) : Stream.of((RateLimit) form);
    }
}
