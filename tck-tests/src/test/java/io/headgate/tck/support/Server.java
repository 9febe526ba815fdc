package io.headgate.tck.support;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * A server, as its file {@code <name>/server.properties} describes it: all that tests know about servers. What that file does
 * not say is taken from the one that it is {@code like}. The Maven profile chooses the server under test.
 */
public final class Server {

    private static final String NEEDS_JAVA = " needs JDK ";
    private static final int JAVA = Runtime.version().feature();

    private final String name;
    private final Properties description;

    private Server(String name, Properties description) {
        this.name = name;
        this.description = description;
    }

    /** The server under test. */
    public static Server underTest() {
        return UnderTest.SERVER;
    }

    /** A server by the name of its folder. Whether this build has its files is the profile's affair. */
    public static Server named(String name) {
        return new Server(name, load(name + "/server.properties"));
    }

    /** Where the application's MicroProfile metrics are read, on servers that have them. */
    public static Optional<String> metricsPath() {
        return underTest().property("metrics");
    }

    /** What a resource answers whose JAX-RS annotations are all on an interface, if nobody lists its class. */
    public static int statusOfInterfaceResource() {
        return Integer.parseInt(underTest().requiredProperty("interface.resource"));
    }

    /** What readers call it. */
    public String title() {
        return requiredProperty("title");
    }

    /** Why this server cannot run on this Java, if it cannot. */
    Optional<String> unsupportedJava() {
        return tooOldJava().or(() -> unsupportedJava("java.newest", newest -> JAVA > newest, "earlier", "an older"));
    }

    private Optional<String> tooOldJava() {
        return unsupportedJava("java", oldest -> JAVA < oldest, "later", "a newer");
    }

    private Optional<String> unsupportedJava(String key, IntPredicate excluded, String direction, String other) {
        return property(key)
                .map(Integer::valueOf)
                .filter(excluded::test)
                .map(bound -> title() + NEEDS_JAVA + bound + " or " + direction + ", and this is JDK " + JAVA
                        + ": set JAVA_HOME to " + other + " one");
    }

    /** Whether this is the reason why a test did not run: a server needs another Java. */
    public static boolean isForWantOfJava(String reason) {
        return reason.contains(NEEDS_JAVA);
    }

    /**
     * Why this server cannot run beside others here, if it cannot: it needs a newer Java than the tests have, and nobody named
     * one that its process could have.
     */
    public Optional<String> cannotJoin() {
        return newerJdk().isPresent()
                ? Optional.empty()
                : tooOldJava().map(reason -> reason + ", or name one by -Dnewer.jdk=<its home>");
    }

    /** The home of the Java for a process of this server: that of the tests, if it is new enough. */
    Path javaHome() {
        return Path.of(tooOldJava()
                .map(reason -> newerJdk().orElseThrow(() -> new IllegalStateException(reason)))
                .orElseGet(() -> System.getProperty("java.home")));
    }

    private static Optional<String> newerJdk() {
        return Optional.ofNullable(System.getProperty("headgate.newer.jdk")).filter(home -> !home.isEmpty());
    }

    /** Whether a path under which the application has no resource reaches Jakarta REST at all. */
    public static boolean showsUnmatchedPaths() {
        return underTest().property("unmatched").isEmpty();
    }

    /** Whether a 404 for a path under which the application has no resource comes as Jakarta REST made it. */
    public static boolean keepsHeadersOfUnmatchedPaths() {
        return underTest().property("unmatched.headers").isEmpty();
    }

    /** Whether beans hear of CDI's event {@code Startup}. */
    public static boolean firesStartup() {
        return underTest().property("startup").isEmpty();
    }

    /** Whether applications can name their users by Jakarta Security, or in the server's own words. */
    public static boolean hasJakartaSecurity() {
        return underTest().property("users").isEmpty();
    }

    /** What answers OPTIONS where the application has no method for it and one for another path of the class. */
    public static List<Object> statusesOfAutomaticOptions() {
        return underTest()
                .property("options.automatic")
                .map(status -> List.<Object>of(Integer.valueOf(status)))
                .orElse(List.of(200, 204));
    }

    /** Whether roles are looked at before any filter sees the request. */
    public static boolean refusesRolesFirst() {
        return underTest().property("roles.first").isPresent();
    }

    /** Why tests with this need cannot run on the server under test; empty where they can. */
    static Optional<String> lacks(String need) {
        return underTest().property("lacks." + need);
    }

    /** What an application must bring along on this server, to be what it is on others. */
    List<File> resourcesFor(String application) {
        Path folder = Path.of(System.getProperty("headgate.test.classes"), name, "applications", application);
        File[] files = folder.toFile().listFiles();
        return files == null ? List.of() : List.of(files);
    }

    /** How many class loaders of applications that are gone the server keeps for itself, at most. */
    public static int loadersKept() {
        return underTest().property("loaders.kept").map(Integer::valueOf).orElse(1);
    }

    /** How often an application comes and goes there while it is asked: at least once in each weather of Redis. */
    public static int redeploymentsUnderTraffic() {
        return underTest()
                .property("traffic.redeployments")
                .map(Integer::valueOf)
                .orElse(4);
    }

    /** What a process of this server has in its environment where applications are taken away while requests run. */
    public static Map<String, String> environmentUnderTraffic() {
        return underTest().propertiesBelow("traffic.environment.");
    }

    /** Whether CDI serves an application whose own {@code beans.xml} says that it has no beans, for its libraries' sake. */
    public static boolean servesCdiForLibrariesAlone() {
        return underTest().property("libraries.alone").isEmpty();
    }

    /** Whether a bean's call of its own method is intercepted. */
    public static boolean interceptsCallsOnThis() {
        return underTest().property("calls.on.this").isPresent();
    }

    /** A folder of the build for what servers need or leave behind. */
    static Path directory() {
        return Path.of(System.getProperty("headgate.server.directory")).toAbsolutePath();
    }

    Optional<String> property(String key) {
        return Optional.ofNullable(description.getProperty(key))
                .map(String::trim)
                .filter(value -> !value.isEmpty());
    }

    String requiredProperty(String key) {
        return property(key).orElseThrow(() -> new IllegalStateException(name + "/server.properties has no " + key));
    }

    /** The properties whose keys begin so, without that beginning. */
    Map<String, String> propertiesBelow(String prefix) {
        return description.stringPropertyNames().stream()
                .filter(key -> key.startsWith(prefix))
                .collect(Collectors.toMap(key -> key.substring(prefix.length()), this::requiredProperty));
    }

    @Override
    public String toString() {
        return name;
    }

    private static Properties load(String file) {
        Properties properties = new Properties();
        try (InputStream in = Server.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no " + file + " on the class path: run this with Maven");
            }
            properties.load(in);
            String like = properties.getProperty("like");
            if (like != null) {
                load(like + "/server.properties").forEach(properties::putIfAbsent);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    private static final class UnderTest {

        static final Server SERVER = named(System.getProperty("headgate.server", "none"));
    }
}
