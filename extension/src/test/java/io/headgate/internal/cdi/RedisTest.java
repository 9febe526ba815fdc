package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.RateLimit;
import io.headgate.testing.Alone;
import io.headgate.testing.App;
import io.headgate.testing.Await;
import io.headgate.testing.Logs;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Threads;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Small applications whose counters live in Redis. */
@Alone
@Timeout(120)
class RedisTest {

    private final Threads threads = new Threads();

    @BeforeEach
    void emptyRedis() {
        RedisServer.shared().clear();
    }

    @AfterEach
    void noThreadIsLeft() {
        Await.until(() -> threads.names().isEmpty());
    }

    private static App.Builder app(Class<?>... more) {
        Class<?>[] beans = new Class<?>[more.length + 1];
        beans[0] = Orders.class;
        System.arraycopy(more, 0, beans, 1, more.length);
        return App.of(beans).with("ratelimit.redis.timeout", "20s").rest();
    }

    private static App.Builder at(RedisServer server, Class<?>... more) {
        return app(more).with("ratelimit.redis.address", server.address());
    }

    private static List<Integer> statuses(App app, int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> app.get("/orders").statusCode())
                .toList();
    }

    @Test
    void d11_twoApplicationsShareOneLimit() {
        try (Logs logs = new Logs()) {
            try (App first = at(RedisServer.shared()).start()) {
                assertThat(statuses(first, 1)).containsExactly(200);
            }
            try (App second = at(RedisServer.shared()).start()) {
                assertThat(statuses(second, 2)).containsExactly(200, 429);
            }
            assertThat(logs.warnings()).isEmpty();
            assertThat(logs.at(Level.INFO))
                    .anyMatch(line -> line.startsWith("HG0350: counters live in Redis: "
                            + RedisServer.shared().address() + ", namespace ratelimit, time limit 20000 ms"))
                    .noneMatch(line -> line.startsWith("HG0002"));
        }
    }

    @Test
    void anUnlimitedPolicyAndOneThatIsOffAskRedisNothing() {
        for (String[] off : new String[][] {{"limit", "unlimited"}, {"enabled", "false"}}) {
            try (App app = at(RedisServer.shared())
                    .with(Orders.class.getName() + "/list/RateLimit/" + off[0], off[1])
                    .start()) {
                assertThat(app.get("/strict").statusCode()).as("Redis decides").isEqualTo(200);
                RedisServer.shared().resp().call("CONFIG", "RESETSTAT");
                assertThat(statuses(app, 5)).containsOnly(200);
                assertThat(RedisServer.shared().calls("evalsha")).isZero();
            }
        }
    }

    @Test
    void f19_anApplicationThatComesAgainInTheSameJvmHasItsNewLimitAndTheCountersOfRedis() {
        String limit = Orders.class.getName() + "/list/RateLimit/limit";
        try (App first = at(RedisServer.shared()).start()) {
            assertThat(statuses(first, 3)).containsExactly(200, 200, 429);
        }
        try (App second = at(RedisServer.shared()).with(limit, "4").start()) {
            assertThat(statuses(second, 3)).containsExactly(200, 200, 429);
        }
        try (App third = at(RedisServer.shared()).with(limit, "1").start()) {
            assertThat(statuses(third, 1)).containsExactly(429);
        }
        try (App fourth = at(RedisServer.shared()).with(limit, "5").start()) {
            assertThat(statuses(fourth, 2)).containsExactly(200, 429);
        }
    }

    @Test
    void d28_aNamespaceSeparatesApplicationsAndNothingElseIsWritten() {
        try (App first =
                at(RedisServer.shared()).with("ratelimit.namespace", "shop").start()) {
            assertThat(statuses(first, 3)).containsExactly(200, 200, 429);
        }
        try (App second = at(RedisServer.shared()).start()) {
            assertThat(statuses(second, 3)).containsExactly(200, 200, 429);
        }
        assertThat(RedisServer.shared().keys())
                .allMatch(key -> key.startsWith("shop:v1:") || key.startsWith("ratelimit:v1:"));
    }

    @Test
    void d24_theApplicationsClientIsUsedWhateverItsCodec() {
        try (Logs logs = new Logs()) {
            for (Class<?> producer : List.of(DefaultClient.class, OddClient.class)) {
                RedisServer.shared().clear();
                try (App app = app(producer).start()) {
                    assertThat(statuses(app, 3)).containsExactly(200, 200, 429);
                }
            }
            assertThat(logs.warnings()).isEmpty();
            assertThat(logs.at(Level.INFO))
                    .anyMatch(line ->
                            line.startsWith("HG0350: counters live in Redis: the application's RedissonClient, "));
        }
    }

    @Test
    void d24_theApplicationsClientBeatsPropertiesAndThatIsSaid() throws Exception {
        try (Logs logs = new Logs();
                App app = app(DefaultClient.class)
                        .with("ratelimit.redis.address", "redis://127.0.0.1:" + RedisServer.aPort())
                        .with("ratelimit.redis.password", "hunter2")
                        .start()) {
            assertThat(statuses(app, 3)).containsExactly(200, 200, 429);
            assertThat(logs.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("HG0352")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void theApplicationsClientIsNotUsedWhereCountersShallLiveInTheProcess() {
        try (App app = app(DefaultClient.class).with("ratelimit.store", "local").start()) {
            assertThat(statuses(app, 3)).containsExactly(200, 200, 429);
        }
        assertThat(RedisServer.shared().keys()).isEmpty();
    }

    @Test
    void inALiteContainerToo() {
        try (App app = app(DefaultClient.class).lite(LiteTest.NotSkipped.class).start()) {
            assertThat(statuses(app, 3)).containsExactly(200, 200, 429);
        }
        assertThat(RedisServer.shared().keys()).isNotEmpty();
    }

    @Test
    void aClientThatWouldSendAgainChargesAtMostOnceThroughAStandstillOfNineSeconds() throws Exception {
        RedisServer server = RedisServer.shared();
        try (App app = app(DefaultClient.class)
                .with("ratelimit.redis.timeout", "500ms")
                .start()) {
            // Before there is a connection, this process would count alone.
            Await.until(() -> app.get("/orders").statusCode() == 429
                    && server.keys().stream().anyMatch(key -> key.contains(":orders:")));
            server.clear();
            server.resp().call("CONFIG", "RESETSTAT");
            server.freeze();
            try {
                assertThat(app.get("/strict").statusCode()).isEqualTo(503);
                new CompletableFuture<>()
                        .completeOnTimeout("", 9, TimeUnit.SECONDS)
                        .join();
            } finally {
                server.thaw();
            }

            Await.until(() -> server.calls("evalsha") > 0);
            // An answer comes after everything that was sent before.
            app.get("/orders");
            assertThat(server.calls("evalsha")).isEqualTo(2);
            assertThat(server.keys()).noneMatch(key -> key.contains(":strict:"));
        }
    }

    @Test
    void d22_nothingIsLeftAfterManyStarts() {
        for (int i = 0; i < 5; i++) {
            try (App app = at(RedisServer.shared()).start()) {
                app.get("/orders");
                assertThat(threads.names()).anyMatch(name -> name.startsWith("headgate-redis"));
            }
        }
        Await.until(() -> threads.names().isEmpty());
    }

    @Test
    void whatCannotBeHadStopsTheDeployment() {
        assertThatThrownBy(() -> app().with("ratelimit.store", "redis").start())
                .hasMessageContaining("HG0374: ratelimit.store is redis, and nothing says where Redis is");
        assertThatThrownBy(() -> app(DefaultClient.class, OddClient.class).start())
                .hasMessageContaining("HG0375: there are several RedissonClient beans");
        assertThatThrownBy(() ->
                        app().with("ratelimit.redis.config", "no-such.yaml").start())
                .hasMessageContaining("HG0376: ratelimit.redis.config names 'no-such.yaml': there is no such file");
        assertThatThrownBy(() -> app().with(
                                "ratelimit.redis.config",
                                "singleServerConfig: {address: 'redis://127.0.0.1:6379', password: hunter2}")
                        .start())
                .hasMessageContaining("HG0376: ratelimit.redis.config is not the name of a file: there is no such file")
                .hasMessageNotContaining("hunter2");
    }

    /** Two permits in a time that no test sees end, for everybody together. */
    @Path("/")
    @RequestScoped
    public static class Orders {

        @GET
        @Path("orders")
        @RateLimit(name = "orders", key = "global", limit = 2, window = "720h")
        public String list() {
            return "orders";
        }

        @GET
        @Path("strict")
        @RateLimit(name = "strict", key = "global", window = "1h", onStoreFailure = io.headgate.OnStoreFailure.DENY)
        public String strict() {
            return "strict";
        }
    }

    /** A client with an address and nothing else. */
    @ApplicationScoped
    public static class DefaultClient {

        @Produces
        @ApplicationScoped
        RedissonClient client() {
            return RedissonClients.defaults(RedisServer.shared().address());
        }

        void close(@Disposes RedissonClient client) {
            client.shutdown();
        }
    }

    /** A client whose codec Headgate's data must not meet. */
    @ApplicationScoped
    public static class OddClient {

        @Produces
        @Singleton
        RedissonClient client() {
            Config config = RedissonClients.smallConfig(RedisServer.shared().address());
            return org.redisson.Redisson.create(config.setCodec(new org.redisson.codec.SerializationCodec()));
        }

        void close(@Disposes RedissonClient client) {
            client.shutdown();
        }
    }
}
