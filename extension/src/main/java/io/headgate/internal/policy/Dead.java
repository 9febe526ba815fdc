package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.util.List;

/** The sentences about annotations without effect. */
final class Dead {

    private Dead() {}

    /** An annotation that has no effect anywhere. */
    static String never(Declaration declaration, String why) {
        return "@RateLimit on " + place(declaration) + " can never fire: " + why;
    }

    /** An annotation that has no effect here. */
    static String here(Declaration declaration, String where, String why) {
        return "@RateLimit on " + place(declaration) + " does not limit " + where + ": " + why;
    }

    /** The annotations of a limited method that nobody decides. What is inherited may have an effect elsewhere. */
    static List<String> of(LimitedMethod limited, String why) {
        return limited.declarations().stream()
                .map(declaration -> declaration.bearer() == limited.beanClass()
                        ? never(declaration, why)
                        : here(declaration, where(limited, declaration), why))
                .toList();
    }

    private static String where(LimitedMethod limited, Declaration declaration) {
        return declaration.element() == null
                ? limited.beanClass().getName()
                : limited.beanClass().getName() + "#" + limited.method().getName();
    }

    static String name(Method method) {
        return method.getDeclaringClass().getName() + "#" + method.getName();
    }

    private static String place(Declaration declaration) {
        Method element = declaration.element();
        return element == null ? declaration.bearer().getName() : name(element);
    }
}
