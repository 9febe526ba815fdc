package io.headgate.internal.policy;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells whether two methods of one class are the same method once the type variables of its generic supertypes are
 * replaced by what the class says they are: {@code T find(K)} of {@code Resource<K, T>} and {@code Order find(Long)}.
 */
final class Generics {

    private Generics() {}

    static boolean sameErasure(Method one, Method other, Class<?> type) {
        Map<TypeVariable<?>, Type> bindings = new HashMap<>();
        bind(type, bindings);
        return Arrays.equals(erased(one, bindings), erased(other, bindings));
    }

    private static Class<?>[] erased(Method method, Map<TypeVariable<?>, Type> bindings) {
        return Arrays.stream(method.getGenericParameterTypes())
                .map(parameter -> erase(parameter, bindings))
                .toArray(Class<?>[]::new);
    }

    private static void bind(Class<?> type, Map<TypeVariable<?>, Type> bindings) {
        if (type.getGenericSuperclass() != null) {
            bind(type.getGenericSuperclass(), bindings);
        }
        for (Type generic : type.getGenericInterfaces()) {
            bind(generic, bindings);
        }
    }

    private static void bind(Type supertype, Map<TypeVariable<?>, Type> bindings) {
        if (supertype instanceof ParameterizedType parameterized) {
            Class<?> raw = (Class<?>) parameterized.getRawType();
            TypeVariable<?>[] variables = raw.getTypeParameters();
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                bindings.putIfAbsent(variables[i], arguments[i]);
            }
            bind(raw, bindings);
        } else if (supertype instanceof Class<?> raw) {
            bind(raw, bindings);
        }
    }

    private static Class<?> erase(Type type, Map<TypeVariable<?>, Type> bindings) {
        if (type instanceof Class<?> raw) {
            return raw;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return erase(array.getGenericComponentType(), bindings).arrayType();
        }
        if (type instanceof WildcardType wildcard) {
            return erase(wildcard.getUpperBounds()[0], bindings);
        }
        TypeVariable<?> variable = (TypeVariable<?>) type;
        Type bound = bindings.get(variable);
        return erase(bound == null || bound.equals(variable) ? variable.getBounds()[0] : bound, bindings);
    }
}
