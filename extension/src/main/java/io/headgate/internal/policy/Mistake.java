package io.headgate.internal.policy;

/**
 * Something that stops the deployment.
 *
 * @param number the stable number of the message, such as {@code HG0201}
 * @param text which property or annotation, its value, its source, and what is allowed; safe to log
 */
public record Mistake(String number, String text) {}
