package io.headgate.internal.policy;

/**
 * A value that was read, and who gave it.
 *
 * @param value the value
 * @param given who gave it
 */
record Chosen<T>(T value, Given given) {}
