package io.headgate.internal.policy;

import io.headgate.internal.policy.LimitedMethod.Owner;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The scan of one class. */
final class ClassScan {

    private static final String FINAL = "a final method, or one of a final class, cannot be intercepted: remove final";

    private static final String NO_STEREOTYPE =
            "an annotation hands limits on only as a stereotype, and only to classes: repeat @RateLimit there";

    private final Class<?> type;
    private final ResourceRules rules;
    private final Limits limits;
    private final Obstacles obstacles;
    private final List<Declaration> ofClass;

    private final List<LimitedMethod> resourceMethods = new ArrayList<>();
    private final List<LimitedMethod> beanMethods = new ArrayList<>();
    private final List<String> dead = new ArrayList<>();
    private final Set<Class<?>> askedInterfaces = new HashSet<>();

    ClassScan(Class<?> type, ResourceRules rules, Limits limits, Obstacles obstacles) {
        this.type = type;
        this.rules = rules;
        this.limits = limits;
        this.obstacles = obstacles;
        this.ofClass = limits.on(type);
    }

    /** What there is to intercept and to filter. */
    Scan ofBean() {
        return scan(true);
    }

    /** What there is to filter; the methods of the interceptor's are those that nobody decides. */
    Scan ofNoBean() {
        return scan(false);
    }

    private Scan scan(boolean bean) {
        lost(limits.lostOn(type), type.getName());
        for (Method method : MethodWalk.methods(type)) {
            lost(limits.lostOn(method), Dead.name(method));
            List<Declaration> own = limits.on(method);
            Optional<String> obstacle = obstacles.of(method);
            if (obstacle.isPresent()) {
                own.forEach(declaration -> dead.add(Dead.never(declaration, obstacle.get())));
            } else {
                scan(method, own, bean);
            }
        }
        interfacesThatDoNotCount();
        return new Scan(type, resourceMethods, beanMethods, dead);
    }

    private void lost(List<Declaration> declarations, String where) {
        declarations.forEach(declaration -> dead.add(Dead.here(declaration, where, NO_STEREOTYPE)));
    }

    private void scan(Method method, List<Declaration> own, boolean bean) {
        Optional<Method> annotated = rules.annotated(type, method);
        boolean isResource = annotated.filter(rules::isResourceMethod).isPresent();
        List<Declaration> ofMethod = isResource ? inherited(method, annotated.orElseThrow(), own) : own;
        overriddenInVain(method, ofMethod);
        List<Declaration> declarations = ofMethod.isEmpty() ? ofClass : ofMethod;
        if (declarations.isEmpty()) {
            return;
        }
        if (isResource || (!bean && looksLikeResource(method))) {
            resourceMethods.add(new LimitedMethod(type, method, Owner.FILTER, declarations));
        } else if (bean && isFinal(method)) {
            dead.add(finalMethod(method, declarations));
        } else {
            beanMethods.add(new LimitedMethod(type, method, Owner.INTERCEPTOR, declarations));
        }
    }

    /** The method's own annotations, else those where its Jakarta REST annotations stand, method before interface. */
    private List<Declaration> inherited(Method method, Method annotated, List<Declaration> own) {
        if (annotated.equals(method)) {
            return own;
        }
        askedInterfaces.add(annotated.getDeclaringClass());
        List<Declaration> ofMethod = own.isEmpty() ? limits.on(annotated) : own;
        boolean useInterface = ofMethod.isEmpty()
                && annotated.getDeclaringClass().isInterface()
                && ofClass.stream()
                        .noneMatch(declaration -> declaration.bearer().isAssignableFrom(type));
        return useInterface ? limits.on(annotated.getDeclaringClass()) : ofMethod;
    }

    /** Not every server ends the inheritance of Jakarta REST annotations where the specification does. */
    private boolean looksLikeResource(Method method) {
        return Stream.concat(Stream.of(method), MethodWalk.overridden(type, method).stream())
                .anyMatch(rules::isResourceMethod);
    }

    private boolean isFinal(Method method) {
        return Modifier.isFinal(method.getModifiers()) || Modifier.isFinal(type.getModifiers());
    }

    private static String finalMethod(Method method, List<Declaration> declarations) {
        Declaration first = declarations.get(0);
        return first.element() != null ? Dead.never(first, FINAL) : Dead.here(first, Dead.name(method), FINAL);
    }

    /** Annotations of methods that this one overrides, where they do not count for it. */
    private void overriddenInVain(Method method, List<Declaration> counted) {
        if (!counted.isEmpty()) {
            return;
        }
        for (Method above : MethodWalk.overridden(type, method)) {
            limits.on(above).stream()
                    .limit(1)
                    .forEach(declaration -> dead.add(Dead.here(
                            declaration,
                            Dead.name(method) + ", which overrides it",
                            "annotations of methods are not inherited, repeat it there")));
        }
    }

    private void interfacesThatDoNotCount() {
        if (!ofClass.isEmpty()) {
            return;
        }
        for (Class<?> i : MethodWalk.interfaces(type)) {
            if (!limits.on(i).isEmpty() && !askedInterfaces.contains(i)) {
                dead.add("@RateLimit on the interface " + i.getName() + " does not limit " + type.getName()
                        + ": annotations of interfaces are not inherited, repeat it on the class");
            }
        }
    }
}
