package io.headgate.internal.cdi;

import io.headgate.internal.log.Log;
import io.headgate.internal.policy.AnnotationView;
import io.headgate.internal.policy.Declaration;
import io.headgate.internal.policy.LimitedMethod;
import io.headgate.internal.policy.ResourceRules;
import io.headgate.internal.policy.Scan;
import io.headgate.internal.policy.Scanner;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Gathers what the classes of an application say, and tells what of it can never fire. Safe for many threads. */
final class Discovery {

    private static final String REST_API = "jakarta.ws.rs.HttpMethod";
    private static final String REST_RULES = "io.headgate.internal.rest.JaxRsRules";
    private static final Scan NOTHING = Scan.empty(Object.class);
    private static final String NO_BEAN =
            " is not a CDI bean of this application (disabled alternative, vetoed, or without a scope annotation)";
    private static final String PRODUCED =
            "an object that a producer makes is not intercepted: make its class a bean, or limit the method that calls it";

    private final ClassLoader classLoader;
    private final ResourceRules rules;
    private final Map<Class<?>, Scan> scans = new ConcurrentHashMap<>();
    private final Set<Class<?>> beans = ConcurrentHashMap.newKeySet();
    private final Set<Class<?>> produced = ConcurrentHashMap.newKeySet();

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

    /** A producer method or field is declared to make objects of a class. */
    void isProduced(Class<?> type) {
        if (!type.isArray() && !type.isPrimitive() && type.getClassLoader() != null) {
            produced.add(type);
        }
    }

    /** Ends the discovery: warns of what has no effect, reads the configuration, resolves the policies. */
    Plan plan() {
        List<Scan> found = scans.values().stream()
                .filter(scan -> !scan.isEmpty())
                .sorted(Comparator.comparing(scan -> scan.type().getName()))
                .toList();
        List<LimitedMethod> resourceMethods = found.stream()
                .filter(scan -> beans.contains(scan.type())
                        || !Modifier.isAbstract(scan.type().getModifiers()))
                .flatMap(scan -> scan.resourceMethods().stream())
                .toList();
        List<LimitedMethod> beanMethods = found.stream()
                .filter(scan -> beans.contains(scan.type()))
                .flatMap(scan -> scan.beanMethods().stream())
                .toList();
        Set<Class<?>> bearers = Stream.concat(resourceMethods.stream(), beanMethods.stream())
                .flatMap(method -> method.declarations().stream())
                .map(Declaration::bearer)
                .collect(Collectors.toSet());
        Stream.concat(found.stream().flatMap(scan -> dead(scan, bearers)), deadOfProduced(bearers))
                .distinct()
                .forEach(Log::dead);
        return Plan.of(resourceMethods, beanMethods, Set.copyOf(scans.keySet())::contains, classLoader);
    }

    /** What an interface says in vain counts all the same if a resource takes it over. */
    private Stream<String> dead(Scan scan, Set<Class<?>> bearers) {
        Class<?> type = scan.type();
        if (type.isInterface() && bearers.contains(type)) {
            return Stream.empty();
        }
        return isBeanOrAbove(type)
                ? scan.dead().stream()
                : Stream.concat(
                        scan.dead().stream(),
                        scan.unmanaged(produced.contains(type) ? PRODUCED : type.getName() + NO_BEAN).stream());
    }

    /** Classes that producers make and that CDI shows nowhere else, and interfaces. */
    private Stream<String> deadOfProduced(Set<Class<?>> bearers) {
        return produced.stream()
                .filter(type -> type.isInterface() ? !bearers.contains(type) : !scans.containsKey(type))
                .filter(type -> !isBeanOrAbove(type))
                .sorted(Comparator.comparing(Class::getName))
                .flatMap(this::deadOfProduced);
    }

    private Stream<String> deadOfProduced(Class<?> type) {
        Scanner scanner = new Scanner(rules, AnnotationView.REFLECTION);
        try {
            return type.isInterface()
                    ? scanner.none(type, PRODUCED).dead().stream()
                    : scanner.unmanaged(type).unmanaged(PRODUCED).stream();
        } catch (LinkageError | TypeNotPresentException missing) {
            // Most such classes are a library's; none of its annotations would have an effect either way.
            return Stream.empty();
        }
    }

    /** A method of a class that is no bean is still limited where a bean inherits it. */
    private boolean isBeanOrAbove(Class<?> type) {
        return beans.stream().anyMatch(type::isAssignableFrom);
    }
}
