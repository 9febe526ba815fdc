package io.headgate.internal.policy;

import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds what is limited in a class, and who owns each method. A method that names an HTTP method, itself or by the
 * inheritance rule of Jakarta REST (section 3.6), is the filter's; every other method is the interceptor's. A method's own
 * annotations replace those of its class.
 */
public final class Scanner {

    private static final String REST_CLIENT = "org.eclipse.microprofile.rest.client.inject.RegisterRestClient";

    private final ResourceRules rules;
    private final AnnotationView view;
    private final Limits limits;
    private final Obstacles obstacles;

    /** A scanner that reads annotations from the given view. */
    public Scanner(ResourceRules rules, AnnotationView view) {
        this.rules = rules;
        this.view = view;
        this.limits = new Limits(view);
        this.obstacles = new Obstacles(view);
    }

    /** Looks at a class or interface that CDI shows: it may be a bean. */
    public Scan scan(Class<?> type) {
        if (type.isInterface()) {
            return bears(view.of(type), REST_CLIENT) ? client(type) : Scan.empty(type);
        }
        Optional<String> obstacle = obstacles.of(type);
        return obstacle.isPresent()
                ? none(type, obstacle.get())
                : new ClassScan(type, rules, limits, obstacles).ofBean();
    }

    private Scan client(Class<?> type) {
        return without(
                type,
                declaration -> Dead.here(
                        declaration,
                        "the calls of this REST client",
                        "they are outgoing, limit the bean that makes them"));
    }

    /**
     * Looks at a class that CDI did not show: nobody intercepts its methods, and those that a server could take for
     * resource methods are the filter's.
     */
    public Scan unmanaged(Class<?> type) {
        return type.isInterface() ? Scan.empty(type) : new ClassScan(type, rules, limits, obstacles).ofNoBean();
    }

    /** No annotation of a class has an effect, whatever it stands on. */
    public Scan none(Class<?> type, String why) {
        return without(
                type,
                declaration -> declaration.bearer() == type
                        ? Dead.never(declaration, why)
                        : Dead.here(declaration, type.getName(), why));
    }

    private Scan without(Class<?> type, Function<Declaration, String> sentence) {
        List<String> dead = Stream.concat(
                        limits.on(type).stream(),
                        MethodWalk.declared(type).stream().flatMap(method -> limits.on(method).stream()))
                .map(sentence)
                .toList();
        return new Scan(type, List.of(), List.of(), dead);
    }

    private static boolean bears(Collection<? extends Annotation> annotations, String name) {
        return annotations.stream()
                .anyMatch(annotation -> annotation.annotationType().getName().equals(name));
    }
}
