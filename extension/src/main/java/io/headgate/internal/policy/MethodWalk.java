package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Walks the methods of a class as the Java language sees them: what a class declares, inherits and overrides. */
public final class MethodWalk {

    private MethodWalk() {}

    /**
     * The class behind a proxy or an interceptor's subclass that a container generated: the nearest that was seen. Where
     * none was, the class itself, whatever its name looks like.
     */
    public static Class<?> unproxied(Class<?> type, Predicate<Class<?>> seen) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (seen.test(c)) {
                return c;
            }
            if (!isGenerated(c)) {
                break;
            }
        }
        return type;
    }

    /** Weld and OpenWebBeans put {@code $$} into the names of generated classes, ArC ends them as below. */
    private static boolean isGenerated(Class<?> type) {
        String name = type.getName();
        return type.isSynthetic() || name.contains("$$") || name.endsWith("_ClientProxy") || name.endsWith("_Subclass");
    }

    /**
     * The methods that can be called on an instance of a class: declared or inherited from a superclass and not
     * overridden, and the default methods of its interfaces. No bridges, nothing of {@code Object}; private and static
     * ones only if the class itself declares them.
     */
    static List<Method> methods(Class<?> type) {
        Map<String, List<Method>> found = new LinkedHashMap<>();
        for (Class<?> c : superclasses(type)) {
            declared(c).stream()
                    .filter(method -> c == type || isVirtual(method))
                    .forEach(method -> addUnlessOverridden(type, method, found));
        }
        for (Class<?> i : interfaces(type)) {
            declared(i).stream().filter(Method::isDefault).forEach(method -> addUnlessOverridden(type, method, found));
        }
        return found.values().stream().flatMap(List::stream).toList();
    }

    private static void addUnlessOverridden(Class<?> type, Method method, Map<String, List<Method>> found) {
        List<Method> alike = found.computeIfAbsent(
                method.getName() + "/" + method.getParameterCount(), nameAndCount -> new ArrayList<>());
        boolean overridden = alike.stream()
                .filter(below -> below.getDeclaringClass() != method.getDeclaringClass())
                .anyMatch(below -> isSame(below, method, type));
        if (!overridden) {
            alike.add(method);
        }
    }

    /** The methods above a class that this method overrides or implements, superclasses first, the nearest first. */
    public static List<Method> overridden(Class<?> type, Method method) {
        List<Method> found = new ArrayList<>();
        Stream.concat(superclasses(type).stream(), interfaces(type).stream())
                .filter(above -> above != method.getDeclaringClass())
                .filter(above -> above.isAssignableFrom(type))
                .forEach(above -> matching(above, method, type).ifPresent(found::add));
        found.removeIf(above -> isBelow(above, method));
        return found;
    }

    /**
     * The method that a class runs when the given one is called on it: itself, or what overrides it. Answers for methods
     * of interfaces, generic ones and bridges included.
     */
    public static Method mostSpecific(Class<?> type, Method method) {
        Stream<Method> ofClasses = superclasses(type).stream().flatMap(c -> matching(c, method, type).stream());
        Stream<Method> byDefault = interfaces(type).stream()
                .flatMap(i -> matching(i, method, type).stream())
                .filter(Method::isDefault);
        return Stream.concat(ofClasses, byDefault).findFirst().orElse(method);
    }

    /** Whether a method can be overridden and intercepted at all, finality aside. */
    static boolean isVirtual(Method method) {
        return !Modifier.isPrivate(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
    }

    private static boolean isBelow(Method candidate, Method method) {
        return !candidate.getDeclaringClass().isAssignableFrom(method.getDeclaringClass())
                && !candidate.getDeclaringClass().isInterface();
    }

    private static Optional<Method> matching(Class<?> declaring, Method method, Class<?> type) {
        List<Method> candidates = Arrays.stream(declaring.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(method.getName()))
                .filter(candidate -> candidate.getParameterCount() == method.getParameterCount())
                .filter(candidate -> isWritten(candidate) && isVirtual(candidate))
                .sorted(Comparator.comparing(MethodWalk::signature))
                .toList();
        return candidates.stream()
                .filter(candidate -> Arrays.equals(candidate.getParameterTypes(), method.getParameterTypes()))
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(candidate -> isSame(candidate, method, type))
                        .findFirst());
    }

    private static boolean isSame(Method one, Method other, Class<?> type) {
        return Arrays.equals(one.getParameterTypes(), other.getParameterTypes())
                || Generics.sameErasure(one, other, type);
    }

    /** The methods that a class itself declares, without those that the compiler made, always in the same order. */
    static List<Method> declared(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(MethodWalk::isWritten)
                .sorted(Comparator.comparing(Method::getName).thenComparing(MethodWalk::signature))
                .toList();
    }

    private static boolean isWritten(Method method) {
        return !method.isBridge() && !method.isSynthetic();
    }

    private static List<Class<?>> superclasses(Class<?> type) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            found.add(c);
        }
        return found;
    }

    /**
     * All interfaces of a class, those of the class itself before those of its superclasses and of other interfaces, except
     * that each stands before those that it extends.
     */
    static List<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> c : superclasses(type)) {
            collectInterfaces(c, found);
        }
        List<Class<?>> sorted = new ArrayList<>();
        for (Class<?> i : found) {
            int place = 0;
            while (place < sorted.size() && !sorted.get(place).isAssignableFrom(i)) {
                place++;
            }
            sorted.add(place, i);
        }
        return sorted;
    }

    private static void collectInterfaces(Class<?> type, Set<Class<?>> found) {
        for (Class<?> i : type.getInterfaces()) {
            if (found.add(i)) {
                collectInterfaces(i, found);
            }
        }
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }
}
