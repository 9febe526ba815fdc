package io.headgate.internal.policy;

/**
 * Something that is probably not meant, and stops nothing.
 *
 * @param number the stable number of the message, such as {@code HG0101}
 * @param text one sentence or two, safe to log
 */
public record Warning(String number, String text) {}
