package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.OnStoreFailure;
import io.headgate.RateLimit;
import io.headgate.testing.Alone;
import io.headgate.testing.App;
import io.headgate.testing.Await;
import io.headgate.testing.Certificates;
import io.headgate.testing.Load;
import io.headgate.testing.Logs;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Sentinels;
import io.headgate.testing.Threads;
import io.headgate.testing.Wire;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole application under twenty calls a second while its master goes, comes back, or refuses: the calls follow the policy,
 * 503 here, for a bounded time, the log says once what to do, and all is well again by itself.
 */
@Alone
@Timeout(120)
class FailoverTest {

    private static final Duration WITHIN_SECONDS = Duration.ofSeconds(2);

    /** Detection by sentinels and their election, and what a busy machine adds. */
    private static final Duration FAILOVER = Duration.ofSeconds(20);

    private final Threads threads = new Threads();
    private final Logs logs = new Logs();

    @AfterEach
    void nothingIsLeft() {
        logs.close();
        Await.until(() -> threads.names().isEmpty());
    }

    private static App.Builder app() {
        return App.of(Payments.class).with("ratelimit.redis.timeout", "1s").rest();
    }

    private static App.Builder at(RedisServer server) {
        return app().with("ratelimit.redis.address", server.address());
    }

    private static boolean isDecided(App app) {
        return app.get("/pay").statusCode() == 200;
    }

    /** Each call while something happens, until Redis decides again. */
    private static Load under(App app, Duration atMost) {
        return new Load(() -> app.get("/pay").statusCode(), atMost);
    }

    private void assertThatItWasToldOnce(String number) {
        Await.until(() -> !lines(Level.WARNING, "HG0022").isEmpty());
        assertThat(lines(Level.WARNING, "HG0022")).singleElement().asString().containsPattern(number + ": ");
    }

    private List<String> lines(Level level, String number) {
        return logs.at(level).stream().filter(line -> line.startsWith(number)).toList();
    }

    @Test
    void d27_anotherMasterIsChosenBySentinels() throws Exception {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1", String.valueOf(master.port()));
                Sentinels sentinels = new Sentinels(master);
                App app = app().with("ratelimit.redis.mode", "sentinel")
                        .with("ratelimit.redis.master-name", Sentinels.MASTER)
                        .with("ratelimit.redis.address", sentinels.addresses())
                        .start()) {
            Await.until(() -> isDecided(app));
            Load before = under(app, WITHIN_SECONDS);
            before.untilItDecides();
            assertThat(replica.calls("evalsha") + replica.calls("eval")).isZero();

            master.stop();
            Load load = under(app, FAILOVER);
            Duration took = load.untilItDecides();
            System.out.println("sentinels: decided again " + took.toMillis() + " ms after the master went, "
                    + load.count(503) + " calls refused, the slowest took "
                    + load.slowest().toMillis() + " ms");
            assertThat(load.statuses()).containsOnly(200, 503);
            assertThat(load.count(503)).isPositive();
            replica.connectAgain();
            assertThat(replica.keys()).anyMatch(key -> key.contains(":pay:"));

            master.startAgain();
            Load meanwhile = under(app, FAILOVER);
            meanwhile.until(() -> isInStep(master));
            assertThat(meanwhile.statuses()).as("the old master comes back").containsOnly(200);
            assertThat(master.calls("evalsha") + master.calls("eval")).isZero();
            assertThat(lines(Level.WARNING, "HG0022")).hasSize(1);
        }
    }

    /** Sentinels cut it off when they make a replica of it. */
    private static boolean isInStep(RedisServer server) {
        try {
            server.connectAgain();
            return server.resp().text("INFO", "replication").contains("master_link_status:up");
        } catch (IOException | UncheckedIOException cutOff) {
            return false;
        }
    }

    @Test
    void d27_aMasterThatBecomesAReplicaAndAMasterAgain() {
        try (RedisServer other = RedisServer.start();
                RedisServer server = RedisServer.start();
                App app = at(server).start()) {
            Await.until(() -> isDecided(app));
            server.resp().call("REPLICAOF", "127.0.0.1", other.port());
            Await.until(() -> !isDecided(app));
            assertThatItWasToldOnce("HG0304");

            server.resp().call("REPLICAOF", "NO", "ONE");
            assertThat(under(app, WITHIN_SECONDS).untilItDecides()).isLessThan(WITHIN_SECONDS);
        }
    }

    @Test
    void d27_aServerThatSpeaksTlsIsRestarted(@TempDir java.nio.file.Path folder) throws Exception {
        Certificates certificates = new Certificates(folder);
        int port = RedisServer.aPort();
        java.nio.file.Path config = Files.writeString(folder.resolve("redisson.yaml"), """
            threads: 2
            nettyThreads: 2
            sslTruststore: "%s"
            sslTruststorePassword: "%s"
            singleServerConfig:
              address: "rediss://127.0.0.1:%d"
              retryAttempts: 0
              connectionMinimumIdleSize: 2
            """.formatted(
                        certificates.store().toUri(), certificates.password(), port));
        try (RedisServer server = certificates.server(port);
                App app =
                        app().with("ratelimit.redis.config", config.toString()).start()) {
            Await.until(() -> isDecided(app));
            server.stop();
            Await.until(() -> !isDecided(app));
            assertThatItWasToldOnce("HG030[02]"); // a call that was under way gets no answer

            server.startAgain();
            Load load = under(app, FAILOVER);
            assertThat(load.untilItDecides()).isLessThan(FAILOVER);
            assertThat(load.statuses()).isSubsetOf(200, 503);
            assertThat(server.keys()).isNotEmpty();
        }
    }

    @Test
    void d27_connectionsThatCarryNothingAnyMoreAreMadeAnew() throws Exception {
        try (RedisServer server = RedisServer.start();
                Wire wire = new Wire(server.port());
                App app = app().with("ratelimit.redis.address", wire.address()).start()) {
            Await.until(() -> isDecided(app));
            wire.forget();
            Load load = under(app, FAILOVER);
            assertThat(load.untilItDecides())
                    .as("not only after tens of seconds")
                    .isLessThan(Duration.ofSeconds(10));
            assertThat(load.statuses()).isSubsetOf(200, 503);
            assertThat(load.count(503)).isPositive();
        }
    }

    @Test
    void d15_aServerThatForgotItsUsersIsToldThem() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            user(server);
            try (App app = at(server)
                    .with("ratelimit.redis.username", "headgate")
                    .with("ratelimit.redis.password", "secret-enough")
                    .start()) {
                Await.until(() -> isDecided(app));
                server.restart();
                Await.until(() -> !isDecided(app));
                Load load = under(app, WITHIN_SECONDS);
                load.goOn();
                assertThat(load.statuses()).as("never unlimited").containsOnly(503);
                assertThatItWasToldOnce("HG0303");

                user(server);
                assertThat(under(app, FAILOVER).untilItDecides()).isLessThan(FAILOVER);
            }
        }
    }

    private static void user(RedisServer server) {
        server.resp().call("ACL", "SETUSER", "headgate", "on", ">secret-enough", "~ratelimit:*", "+@all");
    }

    @Test
    void aWrongPasswordUntilItIsRight() {
        try (RedisServer server = RedisServer.start("--requirepass", "other");
                App app = at(server).with("ratelimit.redis.password", "mine").start()) {
            Await.until(() -> !isDecided(app));
            assertThatItWasToldOnce("HG0303");
            server.resp().call("AUTH", "other");
            server.resp().call("CONFIG", "SET", "requirepass", "mine");
            assertThat(under(app, FAILOVER).untilItDecides()).isLessThan(FAILOVER);
        }
    }

    @Test
    void aDatabaseThatDoesNotExist() {
        try (RedisServer server = RedisServer.start("--databases", "2");
                App app = at(server).with("ratelimit.redis.database", "7").start()) {
            Await.until(() -> !lines(Level.WARNING, "HG0022").isEmpty());
            Load load = under(app, WITHIN_SECONDS);
            load.goOn();
            assertThat(load.statuses()).containsOnly(503);
            assertThatItWasToldOnce("HG0317");
        }
    }

    @Test
    void aServerThatLoadsItsData() {
        // First it saves, and answers nobody: whoever asks has time to wait for what it says afterwards.
        try (RedisServer server = RedisServer.start();
                App app = at(server).with("ratelimit.redis.timeout", "20s").start()) {
            Await.until(() -> isDecided(app));
            // While it loads, it answers after each two megabytes.
            server.resp().call("CONFIG", "SET", "rdbcompression", "no");
            server.resp().call("DEBUG", "POPULATE", "300", "ballast", "100000");
            server.resp().call("CONFIG", "SET", "key-load-delay", "10000");
            CompletableFuture<String> reload =
                    CompletableFuture.supplyAsync(() -> server.resp().text("DEBUG", "RELOAD"));
            Await.until(() -> !isDecided(app));
            assertThatItWasToldOnce("HG0306");
            assertThat(reload.isDone()).isFalse();
            assertThat(reload.join()).isEqualTo("OK");
            assertThat(under(app, WITHIN_SECONDS).untilItDecides()).isLessThan(WITHIN_SECONDS);
        }
    }

    /** Nothing is paid uncounted. */
    @Path("/")
    @RequestScoped
    public static class Payments {

        @GET
        @Path("pay")
        @RateLimit(name = "pay", key = "global", limit = 1_000_000, onStoreFailure = OnStoreFailure.DENY)
        public String pay() {
            return "paid";
        }
    }
}
