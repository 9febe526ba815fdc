package io.headgate.internal.rest;

import io.headgate.internal.log.Log;
import io.headgate.internal.policy.AnnotationView;
import io.headgate.internal.policy.LateResolution;
import io.headgate.internal.policy.LimitedMethod;
import io.headgate.internal.policy.MethodKey;
import io.headgate.internal.policy.MethodWalk;
import io.headgate.internal.policy.Mistake;
import io.headgate.internal.policy.PolicyRegistry;
import io.headgate.internal.policy.PolicyResolver;
import io.headgate.internal.policy.PolicyUse;
import io.headgate.internal.policy.Scan;
import io.headgate.internal.policy.Scanner;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * The policies of each resource method, as the server names it: perhaps by a proxy's class, perhaps by an interface's
 * method. What CDI did not see is read from the class once, at first sight of any of its methods.
 */
final class Resources {

    private static final String UNMANAGED =
            "CDI did not show this class, so only its resource methods are limited: give it a scope annotation";

    private final PolicyRegistry registry;
    private final PolicyResolver resolver;
    private final Predicate<Class<?>> seen;
    private final Scanner scanner = new Scanner(new JaxRsRules(), AnnotationView.REFLECTION);
    /** By the name that the server gives a method: the method that runs. */
    private final ConcurrentMap<MethodKey, MethodKey> targets = new ConcurrentHashMap<>();

    private final ConcurrentMap<Class<?>, Scan> scans = new ConcurrentHashMap<>();
    private final Set<MethodKey> wrong = ConcurrentHashMap.newKeySet();

    /**
     * The resources of an application.
     *
     * @param seen whether discovery already looked at a class
     */
    Resources(PolicyRegistry registry, PolicyResolver resolver, Predicate<Class<?>> seen) {
        this.registry = registry;
        this.resolver = resolver;
        this.seen = seen;
    }

    /** The policies of a resource method. */
    Resource find(Class<?> type, Method method) {
        MethodKey name = new MethodKey(type, method);
        MethodKey known = targets.get(name);
        MethodKey target = known != null ? known : targets.computeIfAbsent(name, this::meet);
        return new Resource(
                target.method(), registry.forRequest(target.type(), target.method()), wrong.contains(target));
    }

    private MethodKey meet(MethodKey name) {
        Class<?> type = MethodWalk.unproxied(name.type(), seen);
        Scan scan = seen.test(type) ? Scan.empty(type) : scans.computeIfAbsent(type, this::look);
        Method method = mostSpecific(type, name.method());
        // A server may know resource methods by other means than annotations.
        scan.beanMethods().stream()
                .filter(limited -> limited.method().equals(method))
                .map(LimitedMethod::ofFilter)
                .forEach(limited -> join(List.of(limited)));
        return new MethodKey(type, method);
    }

    /** Of a class that cannot be examined nothing is limited, and that was told. */
    private static Method mostSpecific(Class<?> type, Method method) {
        try {
            return MethodWalk.mostSpecific(type, method);
        } catch (LinkageError | TypeNotPresentException missing) {
            return method;
        }
    }

    private Scan look(Class<?> type) {
        try {
            Scan scan = scanner.unmanaged(type);
            scan.dead().forEach(Log::dead);
            scan.unmanaged(UNMANAGED).forEach(Log::dead);
            join(scan.resourceMethods());
            return scan;
        } catch (LinkageError | TypeNotPresentException missing) {
            Log.unreadable(type.getName(), missing);
            return Scan.empty(type);
        }
    }

    private void join(Collection<LimitedMethod> methods) {
        LateResolution resolution = resolver.resolveLate(methods);
        resolution.warnings().forEach(warning -> Log.warning(warning.number(), warning.text()));
        resolution.wrong().forEach(this::refuse);
    }

    private void refuse(LimitedMethod limited, List<Mistake> mistakes) {
        wrong.add(new MethodKey(limited.beanClass(), limited.method()));
        Log.wrongAtFirstSight(
                limited.beanClass().getName() + "#" + limited.method().getName(),
                mistakes.stream().map(Mistake::toString).toList());
    }

    /**
     * What is known of a resource method.
     *
     * @param method the method that runs
     * @param uses the policies that apply, the configured ones first
     * @param wrong whether an annotation of it is wrong, so that it must not be called
     */
    record Resource(Method method, List<PolicyUse> uses, boolean wrong) {}
}
