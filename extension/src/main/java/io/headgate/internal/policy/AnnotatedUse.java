package io.headgate.internal.policy;

/**
 * A policy that an annotation applies to a method.
 *
 * @param method the method
 * @param declaration the annotation
 * @param policy the policy's name
 * @param named whether somebody gave it that name
 */
record AnnotatedUse(LimitedMethod method, Declaration declaration, String policy, boolean named) {}
