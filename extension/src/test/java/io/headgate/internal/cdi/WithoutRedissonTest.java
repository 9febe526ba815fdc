package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimit;
import io.headgate.testing.App;
import io.headgate.testing.Await;
import io.headgate.testing.Logs;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same classes on a class path that has neither Redisson nor anything that it brings, or a Netty of another version. */
class WithoutRedissonTest {

    private static final Pattern MISSING = Pattern.compile(
            ".*/(redisson|netty|rxjava|reactor|reactive-streams|kryo|reflectasm|objenesis|minlog|byte-buddy|jodd|snakeyaml"
                    + "|cache-api|slf4j-api|embedded-redis)[^/]*\\.jar");

    private static final Pattern REDISSON = Pattern.compile("org.redisson|NoClassDef");

    private static List<String> run(Class<? extends Callable<List<String>>> what) throws Exception {
        return run(what, classPath(entry -> !MISSING.matcher(entry).matches()));
    }

    private static List<String> run(Class<? extends Callable<List<String>>> what, List<URL> classPath)
            throws Exception {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            current.setContextClassLoader(loader);
            Object task = loader.loadClass(what.getName()).getConstructor().newInstance();
            return ((Callable<?>) task).call() instanceof List<?> lines
                    ? lines.stream().map(String::valueOf).toList()
                    : List.of();
        } finally {
            current.setContextClassLoader(before);
        }
    }

    /** Surefire hides the class path in a manifest, and tells it by a property. */
    private static List<URL> classPath(Predicate<String> wanted) throws MalformedURLException {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<URL> urls = new ArrayList<>();
        for (String entry : all.split(File.pathSeparator, -1)) {
            if (wanted.test(entry)) {
                urls.add(new File(entry).toURI().toURL());
            }
        }
        return urls;
    }

    @Test
    void d25_countersInTheProcessNeedNothingOfRedissons() throws Exception {
        assertThat(run(InTheProcess.class)).containsExactly("200", "200", "429");
    }

    @Test
    void d25_whoWantsRedisIsToldWhatIsMissing() throws Exception {
        assertThat(run(InRedis.class))
                .singleElement()
                .asString()
                .contains("HG0373: ")
                .contains("add the dependency org.redisson:redisson");
    }

    /** Another version of Netty, as a server may have it: its timer lacks what Redisson calls. */
    @Test
    void d25_aNettyThatDoesNotFitIsNamedAtTheStart(@TempDir Path folder) throws Exception {
        Path source = folder.resolve("HashedWheelTimer.java");
        Files.writeString(source, "package io.netty.util; public abstract class HashedWheelTimer implements Timer {}");
        List<URL> classPath = classPath(entry -> true);
        StringBuilder jars = new StringBuilder();
        for (URL url : classPath) {
            jars.append(Path.of(url.toURI())).append(File.pathSeparator);
        }
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        jars.toString(),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(result).isZero();
        classPath.add(0, folder.toUri().toURL());

        assertThat(run(OnAnotherNetty.class, classPath))
                .singleElement()
                .asString()
                .contains("HG0313: ", "HashedWheelTimer");
    }

    /** What is logged where Redisson cannot begin. */
    public static class OnAnotherNetty implements Callable<List<String>> {

        @Override
        public List<String> call() {
            try (Logs logs = new Logs();
                    App app = App.of(Letters.class)
                            .with("ratelimit.redis.address", "redis://127.0.0.1:1")
                            .rest()
                            .start()) {
                assertThat(app.get("/letters").statusCode()).isEqualTo(200);
                Await.until(() -> !logs.warnings().isEmpty());
                return logs.warnings();
            }
        }
    }

    /** Three requests at a limit of two, and what was logged about a missing class. */
    public static class InTheProcess implements Callable<List<String>> {

        @Override
        public List<String> call() throws Exception {
            List<String> lines = Collections.synchronizedList(new ArrayList<>());
            Handler handler = new Handler() {
                @Override
                public void publish(LogRecord entry) {
                    String text = entry.getMessage() + Arrays.toString(entry.getParameters()) + entry.getThrown();
                    if (REDISSON.matcher(text).find()) {
                        lines.add(text);
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
            Logger root = Logger.getLogger("");
            root.addHandler(handler);
            try (App app = App.of(Letters.class).rest().start()) {
                for (int i = 0; i < 3; i++) {
                    lines.add(String.valueOf(app.get("/letters").statusCode()));
                }
            } finally {
                root.removeHandler(handler);
            }
            return lines;
        }
    }

    /** Why the application does not start. */
    public static class InRedis implements Callable<List<String>> {

        @Override
        public List<String> call() {
            try (App app = App.of(Letters.class)
                    .with("ratelimit.redis.address", "redis://127.0.0.1")
                    .start()) {
                return List.of("it started at " + app.clock().instant());
            } catch (RuntimeException e) {
                return List.of(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Two permits a minute. */
    @jakarta.ws.rs.Path("letters")
    @RequestScoped
    public static class Letters {

        @GET
        @RateLimit(key = "global", limit = 2)
        public String list() {
            return "letters";
        }
    }
}
