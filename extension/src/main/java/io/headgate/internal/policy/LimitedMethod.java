package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.util.List;

/**
 * A method to which annotations apply.
 *
 * @param beanClass the class of the bean or resource, never a proxy's
 * @param method the method, which may be declared by a superclass or an interface of it
 * @param declarations the annotations that apply, in order; at least one
 */
public record LimitedMethod(Class<?> beanClass, Method method, List<Declaration> declarations) {}
