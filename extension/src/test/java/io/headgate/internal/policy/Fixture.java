package io.headgate.internal.policy;

import io.headgate.Algorithm;
import io.headgate.RateLimit;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.policy.LimitedMethod.Owner;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Limited methods as discovery would find them, and their resolution. */
final class Fixture {

    static final Set<Algorithm> SUPPORTED = Algorithms.offered();

    private Fixture() {}

    /** Methods of {@link Orders} and the like, found by name; the first of overloads. */
    static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getDeclaredMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Annotations on the method itself. */
    static LimitedMethod limited(Method method, RateLimit... annotations) {
        return limited(method.getDeclaringClass(), method, annotations);
    }

    /** Annotations on the method itself, inherited by a bean class. */
    static LimitedMethod limited(Class<?> beanClass, Method method, RateLimit... annotations) {
        List<Declaration> declarations = declarations(method.getDeclaringClass(), method, annotations);
        return new LimitedMethod(beanClass, method, Owner.INTERCEPTOR, declarations);
    }

    /** Annotations on a resource method itself. */
    static LimitedMethod resource(Method method, RateLimit... annotations) {
        return limited(method, annotations).ofFilter();
    }

    /** Annotations on the method's class. */
    static LimitedMethod byClass(Method method, RateLimit... annotations) {
        Class<?> type = method.getDeclaringClass();
        return new LimitedMethod(type, method, Owner.INTERCEPTOR, declarations(type, null, annotations));
    }

    private static List<Declaration> declarations(Class<?> bearer, @Nullable Method element, RateLimit... annotations) {
        List<Declaration> declarations = new ArrayList<>();
        for (RateLimit annotation : annotations) {
            declarations.add(new Declaration(annotation, bearer, element, declarations.size() + 1, annotations.length));
        }
        return declarations;
    }

    static Resolution resolve(PropertySource properties, LimitedMethod... methods) {
        return new PolicyResolver(properties, SUPPORTED).resolve(Arrays.asList(methods));
    }

    /** The only use of a method. */
    static PolicyUse use(Resolution resolution, LimitedMethod method) {
        List<PolicyUse> uses = resolution.registry().uses(method.beanClass(), method.method());
        if (uses.size() != 1) {
            throw new AssertionError("one use expected: " + uses);
        }
        return uses.get(0);
    }

    static long permits(Resolution resolution, LimitedMethod method) {
        return use(resolution, method).policy().limit().orElseThrow().permits();
    }

    static List<String> mistakes(Resolution resolution) {
        return resolution.mistakes().stream().map(Mistake::toString).toList();
    }

    static List<String> warnings(Resolution resolution) {
        return resolution.warnings().stream().map(Warning::toString).toList();
    }

    /** Something to limit. */
    static class Orders {
        void list() {}

        void find(String id) {}

        void find(int id) {}

        void search() {}
    }

    /** Inherits methods. */
    static class SpecialOrders extends Orders {}
}
