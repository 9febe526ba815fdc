package io.headgate.internal.key;

/** PLACEHOLDER to be written. */
public final class KeyExpression {}
