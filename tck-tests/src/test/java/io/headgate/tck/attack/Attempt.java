package io.headgate.tck.attack;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One request.
 *
 * @param path of the application {@code hostile}
 * @param lines of its head, a character for each byte
 */
public record Attempt(String path, List<String> lines) {

    private static final int ENOUGH_TO_TELL = 600;

    /** What is sent. */
    public byte[] bytes() {
        return (start() + lines.stream().map(line -> line + "\r\n").collect(Collectors.joining()) + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private String start() {
        return "GET /api/" + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n";
    }

    /** As much as a failure message can bear. */
    @Override
    public String toString() {
        String text = path + " " + String.join("\r\n", lines);
        StringBuilder shown = new StringBuilder();
        text.chars()
                .limit(ENOUGH_TO_TELL)
                .forEach(c -> shown.append(c < ' ' || c > '~' ? String.format(Locale.ROOT, "\\x%02x", c) : (char) c));
        return shown + " (" + text.length() + " bytes)";
    }
}
