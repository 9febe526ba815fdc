package io.headgate.tck.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * The server under test, as its file {@code <server>/server.properties} describes it: all that tests know about servers.
 * The Maven profile chooses the file.
 */
public final class Server {

    private static final Properties DESCRIPTION = load();

    private Server() {}

    /** Where the application's MicroProfile metrics are read, on servers that have them. */
    public static Optional<String> metricsPath() {
        return property("metrics");
    }

    /** What a resource answers whose JAX-RS annotations are all on an interface, if nobody lists its class. */
    public static int statusOfInterfaceResource() {
        return Integer.parseInt(requiredProperty("interface.resource"));
    }

    /** A folder of the build for what servers need or leave behind. */
    static Path directory() {
        return Path.of(System.getProperty("headgate.server.directory")).toAbsolutePath();
    }

    static Optional<String> property(String name) {
        return Optional.ofNullable(DESCRIPTION.getProperty(name))
                .map(String::trim)
                .filter(value -> !value.isEmpty());
    }

    static String requiredProperty(String name) {
        return property(name).orElseThrow(() -> new IllegalStateException("server.properties has no " + name));
    }

    private static Properties load() {
        String file = System.getProperty("headgate.server") + "/server.properties";
        Properties properties = new Properties();
        try (InputStream in = Server.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no " + file + " on the class path: run this with Maven");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
