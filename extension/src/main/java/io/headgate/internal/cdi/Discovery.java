package io.headgate.internal.cdi;

import io.headgate.internal.log.Log;
import io.headgate.internal.policy.AnnotationView;
import io.headgate.internal.policy.LimitedMethod;
import io.headgate.internal.policy.ResourceRules;
import io.headgate.internal.policy.Scan;
import io.headgate.internal.policy.Scanner;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Gathers what the classes of an application say, and tells what of it can never fire. Safe for many threads. */
final class Discovery {

    private static final String REST_API = "jakarta.ws.rs.HttpMethod";
    private static final String REST_RULES = "io.headgate.internal.rest.JaxRsRules";
    private static final Scan NOTHING = new Scan(Object.class, List.of(), List.of(), List.of());

    private final ClassLoader classLoader;
    private final ResourceRules rules;
    private final Map<Class<?>, Scan> scans = new ConcurrentHashMap<>();
    private final Set<Class<?>> beans = ConcurrentHashMap.newKeySet();

    Discovery(ClassLoader classLoader) {
        this.classLoader = classLoader;
        this.rules = Optionals.isPresent(REST_API, classLoader)
                ? Optionals.instantiate(REST_RULES, ResourceRules.class)
                : ResourceRules.NONE;
    }

    /** Looks at a class; empty if it cannot be examined because a class that it names is missing. */
    Scan look(Class<?> type, AnnotationView view) {
        Scan scan = scan(type, view);
        scans.put(type, scan.isEmpty() ? NOTHING : scan);
        return scan;
    }

    private Scan scan(Class<?> type, AnnotationView view) {
        try {
            return new Scanner(rules, view).scan(type);
        } catch (LinkageError | TypeNotPresentException missing) {
            Log.unreadable(type.getName(), missing);
            return NOTHING;
        }
    }

    /** A class turned out to be a bean. */
    void isBean(Class<?> type) {
        beans.add(type);
    }

    /** Ends the discovery: warns of what can never fire, reads the configuration, resolves the policies. */
    Plan plan() {
        List<LimitedMethod> resourceMethods = new ArrayList<>();
        List<LimitedMethod> beanMethods = new ArrayList<>();
        Set<String> dead = new LinkedHashSet<>();
        scans.values().stream()
                .filter(scan -> !scan.isEmpty())
                .sorted(Comparator.comparing(scan -> scan.type().getName()))
                .forEach(scan -> {
                    dead.addAll(scan.dead());
                    if (beans.contains(scan.type())) {
                        resourceMethods.addAll(scan.resourceMethods());
                        beanMethods.addAll(scan.beanMethods());
                    } else {
                        unmanaged(scan, resourceMethods, dead);
                    }
                });
        dead.forEach(Log::dead);
        return Plan.of(resourceMethods, beanMethods, Set.copyOf(scans.keySet())::contains, classLoader);
    }

    /** A class that is no bean can still be a resource; its other methods are nobody's, unless a bean inherits them. */
    private void unmanaged(Scan scan, List<LimitedMethod> resourceMethods, Set<String> dead) {
        Class<?> type = scan.type();
        if (!Modifier.isAbstract(type.getModifiers())) {
            resourceMethods.addAll(scan.resourceMethods());
        }
        if (beans.stream().noneMatch(type::isAssignableFrom)) {
            scan.beanMethods()
                    .forEach(limited -> dead.add("@RateLimit on " + type.getName() + "#"
                            + limited.method().getName() + " can never fire: " + type.getName()
                            + " is not a CDI bean, give it a scope annotation"));
        }
    }
}
