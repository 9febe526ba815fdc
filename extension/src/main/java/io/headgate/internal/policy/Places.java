package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/** How elements of the code are called in names and messages. */
final class Places {

    private Places() {}

    /** {@code com.acme.Orders#list(int,java.lang.String)}. */
    static String method(Class<?> type, Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getTypeName)
                .collect(Collectors.joining(",", type.getName() + "#" + method.getName() + "(", ")"));
    }

    /** The element that bears an annotation. */
    static String element(Declaration declaration) {
        Method element = declaration.element();
        return element == null ? "class " + declaration.bearer().getName() : method(declaration.bearer(), element);
    }

    /** The annotation, or its member, and where it stands. */
    static String annotation(Declaration declaration, String member) {
        String place = "@RateLimit" + (member.isEmpty() ? "" : "(" + member + ")") + " on " + element(declaration);
        return declaration.siblings() == 1
                ? place
                : place + ", annotation " + declaration.ordinal() + " of " + declaration.siblings();
    }
}
