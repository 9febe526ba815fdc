package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.headgate.RateLimit;
import io.headgate.testing.Logs;
import io.headgate.testing.ManualTime;
import io.headgate.testing.OwnClassPath;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.regex.Pattern;
import org.glassfish.jersey.jdkhttp.JdkHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.Test;

/** The same classes where neither the API of MicroProfile Config nor an implementation is to be had. */
class WithoutConfigTest {

    private static final Pattern MISSING = Pattern.compile(".*/(microprofile-config|smallrye-config)[^/]*\\.jar");

    @Test
    void c08_annotationsCountWithoutMicroProfileConfig() throws Exception {
        try (OwnClassPath classes = OwnClassPath.without(MISSING)) {
            assertThat(classes.call(ThreeRequests.class)).isEqualTo("200 200 429, HG0003 once");
        }
    }

    /** Three requests at a limit of two. */
    public static class ThreeRequests implements Callable<String> {

        @Override
        public String call() throws Exception {
            try (Logs logs = new Logs();
                    WeldContainer container = new Weld()
                            .addBeanClass(ManualTime.class)
                            .addBeanClass(Numbers.class)
                            .initialize()) {
                assertThat(container.isRunning()).isTrue();
                HttpServer server = JdkHttpServerFactory.createHttpServer(
                        URI.create("http://127.0.0.1:0/"), new ResourceConfig(Numbers.class));
                try {
                    int port = server.getAddress().getPort();
                    String statuses = status(port) + " " + status(port) + " " + status(port);
                    long told = logs.at(Level.INFO).stream()
                            .filter(line -> line.startsWith("HG0003"))
                            .count();
                    return statuses + (told == 1 ? ", HG0003 once" : ", HG0003 " + told + " times");
                } finally {
                    server.stop(0);
                }
            }
        }

        private static int status(int port) throws Exception {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/numbers").toURL().openConnection();
            return connection.getResponseCode();
        }
    }

    @Path("/numbers")
    @ApplicationScoped
    public static class Numbers {
        @GET
        @RateLimit(limit = 2, key = "global")
        public String get() {
            return "1 2 3";
        }
    }
}
