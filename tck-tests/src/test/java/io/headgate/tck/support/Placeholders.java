package io.headgate.tck.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code server.properties} leaves open: {NAME} of a process, {port.NAME}, else a system property of this one. */
final class Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]+)}");

    private final Map<String, String> values;

    Placeholders(Map<String, String> values) {
        this.values = new HashMap<>(values);
    }

    /** The text with its placeholders replaced. */
    String fill(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(match -> Matcher.quoteReplacement(get(match.group(1))));
    }

    /** What stands for a name; for the name of a port one that is free, and from then on always the same. */
    String get(String name) {
        return values.computeIfAbsent(
                name, key -> key.startsWith("port.") ? Integer.toString(freePort()) : systemProperty(key));
    }

    private static String systemProperty(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("server.properties names {" + name + "}, which nobody set");
        }
        return value;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
