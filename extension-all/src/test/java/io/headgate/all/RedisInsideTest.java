package io.headgate.all;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.testing.App;
import io.headgate.testing.Await;
import io.headgate.testing.Certificates;
import io.headgate.testing.Logs;
import io.headgate.testing.RedisNodes;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Threads;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.embedded.RedisSentinel;

/** Applications whose counters live in Redis, by the client inside the JAR. */
@Timeout(120)
class RedisInsideTest {

    private final Threads threads = new Threads();
    private final RedisServer redis = RedisServer.shared();

    @BeforeEach
    void emptyRedis() {
        redis.clear();
    }

    @AfterEach
    void noThreadIsLeft() {
        Await.until(() -> threads.names().isEmpty());
    }

    private static App.Builder app() {
        return App.of(Letters.class).with("ratelimit.redis.timeout", "20s").rest();
    }

    private static List<Integer> statuses(App app) {
        return IntStream.range(0, 3)
                .mapToObj(i -> app.get("/letters").statusCode())
                .toList();
    }

    /** The limit holds, nothing is complained about, and the counter is where it should be. */
    private static void assertDecides(App.Builder app, RedisServer server) {
        assertDecides(app);
        assertThat(server.keys()).anyMatch(key -> key.startsWith("ratelimit:v1:letters:"));
    }

    private static void assertDecides(App.Builder app) {
        try (Logs logs = new Logs();
                App running = app.start()) {
            assertThat(statuses(running)).containsExactly(200, 200, 429);
            assertThat(logs.warnings()).isEmpty();
        }
    }

    @Test
    void oneAddressIsEnough() {
        assertDecides(app().with("ratelimit.redis.address", redis.address()), redis);
    }

    @Test
    void withoutAnAddressCountersLiveInTheProcess() {
        assertDecides(app());
        assertThat(redis.keys()).isEmpty();
    }

    @Test
    void whoWantsRedisIsNotToldOfBeansThatCouldNotBeUsed() {
        assertThatThrownBy(() -> app().with("ratelimit.store", "redis").start())
                .hasMessageContaining("HG0374: ")
                .hasMessageContaining("set ratelimit.redis.address")
                .hasMessageNotContaining("bean");
    }

    /** Files as Redisson's documentation writes them, with its classes under their original names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "codec: !<org.redisson.codec.Kryo5Codec> {}",
                "codec: !<org.redisson.codec.JsonJacksonCodec> {\n  }",
                "nameMapper: !<org.redisson.config.DefaultNameMapper> {}",
                "singleServerConfig:\n  address: %s\n  reconnectionDelay: !<org.redisson.config.EqualJitterDelay>"
                        + " {baseDelay: PT0.1S, maxDelay: PT1S}",
                "singleServerConfig:\n  address: %s\n  retryDelay: !!org.redisson.config.ConstantDelay {delay: PT1S}",
            })
    void filesOfRedissonsMayNameItsClasses(String line, @TempDir Path folder) throws Exception {
        String server = line.startsWith("single") ? "" : "\nsingleServerConfig:\n  address: %s";
        Path file = folder.resolve("redisson.yaml");
        Files.writeString(
                file,
                "threads: 2\nnettyThreads: 2\n" + (line + server).formatted("\"" + redis.address() + "\"") + "\n");

        assertDecides(app().with("ratelimit.redis.config", file.toString()), redis);
    }

    @Test
    void loadBalancersThatOnlyAFileNamesAreThere(@TempDir Path folder) throws Exception {
        try (RedisNodes nodes = new RedisNodes()) {
            Path file = folder.resolve("redisson.yaml");
            Files.writeString(file, """
                nettyThreads: 2
                clusterServersConfig:
                  loadBalancer: !<org.redisson.connection.balancer.CommandsLoadBalancer> {}
                  nodeAddresses: ["%s"]
                """.formatted(nodes.addresses()[0]));

            assertDecides(app().with("ratelimit.redis.config", file.toString()));
            assertCounted(nodes.keys());
        }
    }

    @Test
    void aCluster() {
        try (RedisNodes nodes = new RedisNodes()) {
            assertDecides(app().with("ratelimit.redis.mode", "cluster")
                    .with("ratelimit.redis.address", String.join(",", nodes.addresses())));
            assertCounted(nodes.keys());
        }
    }

    @Test
    void sentinels() throws Exception {
        int port = freePort();
        try (RedisServer master = RedisServer.start()) {
            RedisSentinel sentinel = RedisSentinel.newRedisSentinel()
                    .bind("127.0.0.1")
                    .port(port)
                    .masterPort(master.port())
                    .masterName("main")
                    .quorumSize(1)
                    .build();
            sentinel.start();
            try {
                assertDecides(
                        app().with("ratelimit.redis.mode", "sentinel")
                                .with("ratelimit.redis.master-name", "main")
                                .with("ratelimit.redis.address", "redis://127.0.0.1:" + port),
                        master);
            } finally {
                sentinel.stop();
            }
        }
    }

    @Test
    void encrypted(@TempDir Path folder) throws Exception {
        Certificates certificates = new Certificates(folder);
        int port = freePort();
        try (RedisServer server = certificates.server(port)) {
            Path file = folder.resolve("redisson.yaml");
            Files.writeString(file, """
                nettyThreads: 2
                sslTruststore: "%s"
                sslTruststorePassword: "%s"
                singleServerConfig:
                  address: "rediss://127.0.0.1:%d"
                """.formatted(certificates.store().toUri(), certificates.password(), port));

            assertDecides(app().with("ratelimit.redis.config", file.toString()), server);
        }
    }

    @Test
    void hostNamesAreResolved() {
        String byName = redis.address().replace("127.0.0.1", "localhost");

        assertDecides(app().with("ratelimit.redis.address", byName), redis);
    }

    @Test
    void failuresAreExplainedUnderTheirNumbers() {
        try (RedisServer locked = RedisServer.start("--requirepass", "right");
                Logs logs = new Logs();
                App app = app().with("ratelimit.redis.address", locked.address())
                        .with("ratelimit.redis.password", "wrong")
                        .start()) {
            assertThat(statuses(app)).as("this process counts alone").containsExactly(200, 200, 429);
            assertThat(logs.warnings()).singleElement().asString().contains("HG0022", "HG0303");
        }
    }

    @Test
    void linesOfRedissonsAndNettysReachTheLogOfTheJdk() {
        try (Logs logs = new Logs();
                App app = app().with("ratelimit.redis.address", redis.address()).start()) {
            assertThat(statuses(app)).containsExactly(200, 200, 429);
            assertThat(logs.at(Level.INFO))
                    .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("connections initialized"));
        }
    }

    private static void assertCounted(Set<String> keys) {
        assertThat(keys).anyMatch(key -> key.startsWith("ratelimit:v1:letters:"));
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
