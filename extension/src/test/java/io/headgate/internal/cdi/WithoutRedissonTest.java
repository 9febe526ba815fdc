package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimit;
import io.headgate.testing.Alone;
import io.headgate.testing.App;
import io.headgate.testing.Await;
import io.headgate.testing.Logs;
import io.headgate.testing.OwnClassPath;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import java.io.File;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same classes on a class path that has neither Redisson nor anything that it brings, or a Netty of another version. What
 * is said of that one is said when it cannot begin, unless that takes longer than a Redis that is far away may take.
 */
@Alone
class WithoutRedissonTest {

    private static final Pattern MISSING = Pattern.compile(
            ".*/(redisson|netty|rxjava|reactor|reactive-streams|kryo|reflectasm|objenesis|minlog|byte-buddy|jodd|snakeyaml"
                    + "|cache-api|slf4j-api|embedded-redis)[^/]*\\.jar");

    private static final Pattern REDISSON = Pattern.compile("org.redisson|NoClassDef");

    private static List<String> run(Class<? extends Callable<List<String>>> what) throws Exception {
        return run(what, OwnClassPath.without(MISSING));
    }

    private static List<String> run(Class<? extends Callable<List<String>>> what, OwnClassPath classPath)
            throws Exception {
        try (classPath) {
            return classPath.call(what) instanceof List<?> lines
                    ? lines.stream().map(String::valueOf).toList()
                    : List.of();
        }
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
        List<URL> classPath = OwnClassPath.entries(entry -> true);
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

        assertThat(run(OnAnotherNetty.class, OwnClassPath.of(classPath)))
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
