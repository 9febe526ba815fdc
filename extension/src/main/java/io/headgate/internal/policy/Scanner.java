package io.headgate.internal.policy;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds what is limited in a class, and who owns each method. A method that names an HTTP method, itself or by the
 * inheritance rule of Jakarta REST (section 3.6), is the filter's; every other method is the interceptor's. A method's own
 * annotations replace those of its class.
 */
public final class Scanner {

    private static final String PRODUCES = "jakarta.enterprise.inject.Produces";
    private static final String INJECT = "jakarta.inject.Inject";
    private static final Set<String> CALLBACKS =
            Set.of("jakarta.annotation.PostConstruct", "jakarta.annotation.PreDestroy", INJECT, PRODUCES);
    private static final String REST_CLIENT = "org.eclipse.microprofile.rest.client.inject.RegisterRestClient";
    private static final Set<String> WEB_SOCKETS =
            Set.of("jakarta.websocket.server.ServerEndpoint", "jakarta.websocket.ClientEndpoint");

    private final ResourceRules rules;
    private final AnnotationView view;
    private final Limits limits;

    /** A scanner that reads annotations from the given view. */
    public Scanner(ResourceRules rules, AnnotationView view) {
        this.rules = rules;
        this.view = view;
        this.limits = new Limits(view);
    }

    /** Looks at one class or interface. */
    public Scan scan(Class<?> type) {
        List<LimitedMethod> resourceMethods = new ArrayList<>();
        List<LimitedMethod> beanMethods = new ArrayList<>();
        List<String> dead = new ArrayList<>();
        if (type.isInterface() || bears(view.of(type), WEB_SOCKETS)) {
            unreachable(type, dead);
            return new Scan(type, resourceMethods, beanMethods, dead);
        }
        List<Declaration> ofClass = limits.on(type);
        for (Method method : MethodWalk.methods(type)) {
            scan(type, method, ofClass, resourceMethods, beanMethods, dead);
        }
        interfacesThatDoNotCount(type, ofClass, dead);
        return new Scan(type, List.copyOf(resourceMethods), List.copyOf(beanMethods), List.copyOf(dead));
    }

    private void scan(
            Class<?> type,
            Method method,
            List<Declaration> ofClass,
            List<LimitedMethod> resourceMethods,
            List<LimitedMethod> beanMethods,
            List<String> dead) {
        List<Declaration> own = limits.on(method);
        Optional<String> obstacle = obstacle(method);
        if (obstacle.isPresent()) {
            own.forEach(declaration -> dead.add(sentence(method, obstacle.get())));
            return;
        }
        Optional<Method> annotated = rules.annotated(type, method);
        boolean isResource = annotated.filter(rules::isResourceMethod).isPresent();
        List<Declaration> inherited = isResource ? inherited(type, method, annotated.orElseThrow(), own, ofClass) : own;
        overriddenInVain(type, method, inherited, dead);
        List<Declaration> declarations = inherited.isEmpty() ? ofClass : inherited;
        if (declarations.isEmpty()) {
            return;
        }
        if (isResource) {
            resourceMethods.add(new LimitedMethod(type, method, declarations));
        } else if (isFinal(type, method)) {
            dead.add(finalMethod(method, declarations));
        } else {
            beanMethods.add(new LimitedMethod(type, method, declarations));
        }
    }

    /** The method's own annotations, else those where its Jakarta REST annotations stand, method before interface. */
    private List<Declaration> inherited(
            Class<?> type, Method method, Method annotated, List<Declaration> own, List<Declaration> ofClass) {
        if (!own.isEmpty() || annotated.equals(method)) {
            return own;
        }
        List<Declaration> ofMethod = limits.on(annotated);
        boolean useInterface = ofMethod.isEmpty()
                && annotated.getDeclaringClass().isInterface()
                && ofClass.stream()
                        .noneMatch(declaration -> declaration.bearer().isAssignableFrom(type));
        return useInterface ? limits.on(annotated.getDeclaringClass()) : ofMethod;
    }

    private Optional<String> obstacle(Method method) {
        if (Modifier.isPrivate(method.getModifiers())) {
            return Optional.of("a private method is never called through the container: make it public");
        }
        if (Modifier.isStatic(method.getModifiers())) {
            return Optional.of("a static method is never called through the container: make it an instance method");
        }
        if (bears(view.of(method), Set.of(PRODUCES))) {
            return Optional.of("a producer is called by the container for injection: put the annotation on the methods"
                    + " of the class that it makes");
        }
        return bears(view.of(method), CALLBACKS)
                ? Optional.of("a life-cycle callback is not a business method")
                : Optional.empty();
    }

    private static String finalMethod(Method method, List<Declaration> declarations) {
        Declaration first = declarations.get(0);
        String cure = "a final method, or one of a final class, cannot be intercepted: remove final";
        return first.element() != null
                ? sentence(method, cure)
                : "@RateLimit on " + first.bearer().getName() + " does not limit " + name(method) + ": " + cure;
    }

    private static boolean isFinal(Class<?> type, Method method) {
        return Modifier.isFinal(method.getModifiers()) || Modifier.isFinal(type.getModifiers());
    }

    /** Annotations of methods that this one overrides, where they do not count for it. */
    private void overriddenInVain(Class<?> type, Method method, List<Declaration> counted, List<String> dead) {
        if (!counted.isEmpty()) {
            return;
        }
        for (Method above : MethodWalk.overridden(type, method)) {
            if (!limits.on(above).isEmpty()) {
                dead.add("@RateLimit on " + name(above) + " does not limit " + name(method)
                        + ", which overrides it: annotations of methods are not inherited, repeat it there");
            }
        }
    }

    private void interfacesThatDoNotCount(Class<?> type, List<Declaration> ofClass, List<String> dead) {
        if (!ofClass.isEmpty()) {
            return;
        }
        for (Class<?> i : MethodWalk.interfaces(type)) {
            if (!limits.on(i).isEmpty() && !carriesResourceAnnotations(i)) {
                dead.add("@RateLimit on the interface " + i.getName() + " does not limit " + type.getName()
                        + ": annotations of interfaces are not inherited, repeat it on the class");
            }
        }
    }

    private boolean carriesResourceAnnotations(Class<?> type) {
        return Arrays.stream(type.getMethods()).anyMatch(rules::isResourceMethod);
    }

    private void unreachable(Class<?> type, List<String> dead) {
        boolean webSocket = bears(view.of(type), WEB_SOCKETS);
        if (!webSocket && !bears(view.of(type), Set.of(REST_CLIENT))) {
            return;
        }
        String why = webSocket
                ? "the methods of a WebSocket end-point are not called through the container"
                : "a REST client's calls are outgoing: limit the bean that makes them";
        Stream.concat(
                        limits.on(type).isEmpty() ? Stream.empty() : Stream.of(type.getName()),
                        Arrays.stream(type.getDeclaredMethods())
                                .filter(method -> !limits.on(method).isEmpty())
                                .map(Scanner::name))
                .forEach(where -> dead.add(sentence(where, why)));
    }

    private static boolean bears(Collection<? extends Annotation> annotations, Set<String> names) {
        return annotations.stream()
                .anyMatch(
                        annotation -> names.contains(annotation.annotationType().getName()));
    }

    private static String sentence(Method method, String why) {
        return sentence(name(method), why);
    }

    private static String sentence(String where, String why) {
        return "@RateLimit on " + where + " can never fire: " + why;
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getName() + "#" + method.getName();
    }
}
