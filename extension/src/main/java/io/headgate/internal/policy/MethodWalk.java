package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Walks the methods of a class as the Java language sees them: what a class declares, inherits and overrides. */
public final class MethodWalk {

    private MethodWalk() {}

    /** The class behind a proxy or an interceptor's subclass that a container generated. */
    public static Class<?> unproxied(Class<?> type) {
        Class<?> c = type;
        while (isGenerated(c) && c.getSuperclass() != null && c.getSuperclass() != Object.class) {
            c = c.getSuperclass();
        }
        return c;
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
    static Collection<Method> methods(Class<?> type) {
        Map<String, Method> found = new LinkedHashMap<>();
        for (Class<?> c : superclasses(type)) {
            for (Method method : declared(c)) {
                if (c == type || isVirtual(method)) {
                    found.putIfAbsent(signature(method), method);
                }
            }
        }
        for (Class<?> i : interfaces(type)) {
            for (Method method : declared(i)) {
                if (method.isDefault()) {
                    found.putIfAbsent(signature(method), method);
                }
            }
        }
        return found.values();
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
        for (Class<?> c : superclasses(type)) {
            Optional<Method> match = matching(c, method, type);
            if (match.isPresent()) {
                return match.get();
            }
        }
        return method;
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
        List<Method> candidates = declared(declaring).stream()
                .filter(MethodWalk::isVirtual)
                .filter(candidate -> candidate.getName().equals(method.getName()))
                .filter(candidate -> candidate.getParameterCount() == method.getParameterCount())
                .toList();
        return candidates.stream()
                .filter(candidate -> Arrays.equals(candidate.getParameterTypes(), method.getParameterTypes()))
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(candidate -> Generics.sameErasure(candidate, method, type))
                        .findFirst());
    }

    private static List<Method> declared(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !method.isBridge() && !method.isSynthetic())
                .sorted(Comparator.comparing(Method::getName).thenComparing(MethodWalk::signature))
                .toList();
    }

    private static List<Class<?>> superclasses(Class<?> type) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            found.add(c);
        }
        return found;
    }

    /** All interfaces of a class, those of the class itself before those of its superclasses and of other interfaces. */
    static List<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> c : superclasses(type)) {
            collectInterfaces(c, found);
        }
        return List.copyOf(found);
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
