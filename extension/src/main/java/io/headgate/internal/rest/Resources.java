package io.headgate.internal.rest;

import io.headgate.internal.log.Log;
import io.headgate.internal.policy.AnnotationView;
import io.headgate.internal.policy.LateResolution;
import io.headgate.internal.policy.LimitedMethod;
import io.headgate.internal.policy.MethodWalk;
import io.headgate.internal.policy.PolicyRegistry;
import io.headgate.internal.policy.PolicyResolver;
import io.headgate.internal.policy.PolicyUse;
import io.headgate.internal.policy.Scan;
import io.headgate.internal.policy.Scanner;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * The policies of each resource method, as the server names it: perhaps by a proxy's class, perhaps by an interface's
 * method. What CDI did not see is read from the class once, at first sight.
 */
final class Resources {

    private final PolicyRegistry registry;
    private final PolicyResolver resolver;
    private final Predicate<Class<?>> seen;
    private final Scanner scanner = new Scanner(new JaxRsRules(), AnnotationView.REFLECTION);
    private final ConcurrentMap<Name, Resource> resources = new ConcurrentHashMap<>();

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
        Name name = new Name(type, method);
        Resource known = resources.get(name);
        return known != null ? known : resources.computeIfAbsent(name, this::meet);
    }

    private Resource meet(Name name) {
        Class<?> type = MethodWalk.unproxied(name.type);
        Method method = MethodWalk.mostSpecific(type, name.method);
        List<String> mistakes = seen.test(type) ? List.of() : read(type, method);
        if (!mistakes.isEmpty()) {
            Log.wrongAtFirstSight(type.getName() + "#" + method.getName(), mistakes);
        }
        return new Resource(registry.forRequest(type, method), !mistakes.isEmpty());
    }

    private List<String> read(Class<?> type, Method method) {
        Scan scan = scanner.scan(type);
        scan.dead().forEach(Log::dead);
        return scan.resourceMethods().stream()
                .filter(limited -> limited.method().equals(method))
                .findFirst()
                .map(this::add)
                .orElse(List.of());
    }

    private List<String> add(LimitedMethod limited) {
        LateResolution resolution = resolver.resolveLate(limited);
        resolution.warnings().forEach(warning -> Log.warning(warning.number(), warning.text()));
        return resolution.mistakes().stream()
                .map(mistake -> mistake.number() + ": " + mistake.text())
                .toList();
    }

    private record Name(Class<?> type, Method method) {}

    /**
     * What is known of a resource method.
     *
     * @param uses the policies that apply, the configured ones first
     * @param wrong whether an annotation of it is wrong, so that it must not be called
     */
    record Resource(List<PolicyUse> uses, boolean wrong) {}
}
