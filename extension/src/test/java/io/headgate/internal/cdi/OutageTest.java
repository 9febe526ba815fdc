package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.OnStoreFailure;
import io.headgate.RateLimit;
import io.headgate.RateLimiter;
import io.headgate.spi.StoreListener;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Alone;
import io.headgate.testing.App;
import io.headgate.testing.Await;
import io.headgate.testing.Logs;
import io.headgate.testing.Parallel;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Threads;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a whole application does while its Redis is down, stands still, or refuses, and when it is back. */
@Alone
@Timeout(120)
class OutageTest {

    private static final Duration DEADLINE = Duration.ofMillis(250);

    /** What a busy machine may add to a deadline. */
    private static final Duration GRAIN = Duration.ofMillis(250);

    /** Where nothing is measured, a busy machine is no outage. */
    private static final String PATIENT = "20s";

    private final Threads threads = new Threads();

    @AfterEach
    void noThreadIsLeft() {
        Await.until(() -> threads.names().isEmpty());
    }

    private static App.Builder at(String address) {
        return App.of(Orders.class, Failures.class)
                .with("ratelimit.redis.address", address)
                .with("ratelimit.policies.manual", "jobs")
                .with("ratelimit.policy.jobs.limit", "2")
                .rest();
    }

    private static List<Integer> statuses(App app, String path, int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> app.get(path).statusCode())
                .toList();
    }

    private static List<String> lines(Logs logs, Level level, String number) {
        return logs.at(level).stream().filter(line -> line.startsWith(number)).toList();
    }

    /** Until Redis decides: what it was asked before it was connected, it may not have decided. */
    private static void connected(App app, RedisServer server) {
        Await.until(() -> {
            app.get("/allow");
            return server.keys().stream().anyMatch(key -> key.contains(":allow:"));
        });
        server.clear();
    }

    @Test
    void d21_eachPolicyDoesWhatItsRuleSays() throws Exception {
        String nobody = "redis://127.0.0.1:" + RedisServer.aPort();
        try (Logs logs = new Logs();
                App app = at(nobody).start()) {
            Await.until(() -> app.get("/deny").statusCode() == 503);
            Await.until(() -> !lines(logs, Level.WARNING, "HG0022").isEmpty());

            for (int i = 0; i < 5; i++) {
                HttpResponse<String> passed = app.get("/allow");
                assertThat(passed.statusCode()).isEqualTo(200);
                assertThat(passed.headers().map().keySet()).noneMatch(name -> name.contains("ratelimit"));
            }
            HttpResponse<String> refused = app.get("/deny");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("retry-after")).contains("1");

            HttpResponse<String> counted = app.get("/local");
            assertThat(counted.headers().firstValue("x-ratelimit-limit")).contains("2");
            assertThat(counted.headers().firstValue("x-ratelimit-remaining")).contains("1");
            assertThat(statuses(app, "/local", 4)).containsExactly(200, 429, 429, 429);

            assertThat(lines(logs, Level.WARNING, "HG0022"))
                    .singleElement()
                    .asString()
                    .contains("HG0302", nobody);
            assertThat(app.bean(Failures.class).count()).isGreaterThanOrEqualTo(11);
        }
    }

    @Test
    void d21_codeThatAsksFollowsTheSameRules() throws Exception {
        for (OnStoreFailure rule : OnStoreFailure.values()) {
            try (Logs logs = new Logs();
                    App app = at("redis://127.0.0.1:" + RedisServer.aPort())
                            .with("ratelimit.policy.jobs.on-store-failure", rule.name())
                            .start()) {
                Await.until(() -> app.get("/deny").statusCode() == 503);
                Await.until(() -> !lines(logs, Level.WARNING, "HG0022").isEmpty());
                RateLimiter limiter = app.bean(RateLimiter.class);
                switch (rule) {
                    case LOCAL -> {
                        assertThat(limiter.peek("jobs", "a").remaining()).isEqualTo(2);
                        assertThat(limiter.tryAcquire("jobs", "a", 2).allowed()).isTrue();
                        assertThat(limiter.tryAcquire("jobs", "a").denies()).isTrue();
                    }
                    case ALLOW -> {
                        assertThat(limiter.peek("jobs", "a").allowed()).isTrue();
                        assertThat(limiter.tryAcquire("jobs", "a", 3).allowed()).isTrue();
                    }
                    case DENY ->
                        assertThatThrownBy(() -> limiter.tryAcquire("jobs", "a"))
                                .isInstanceOf(StoreUnavailableException.class)
                                .hasMessageContaining("HG0302");
                }
            }
        }
    }

    @Test
    void aShareOfTheLimitIsWhatOneOfSeveralProcessesGrantsAlone() throws Exception {
        try (App app = at("redis://127.0.0.1:" + RedisServer.aPort())
                .with("ratelimit.policy.local.limit", "40")
                .with("ratelimit.local-share", "0.1")
                .start()) {
            Await.until(() -> app.get("/deny").statusCode() == 503);
            assertThat(statuses(app, "/local", 5)).containsExactly(200, 200, 200, 200, 429);
            assertThat(app.get("/local").headers().firstValue("x-ratelimit-limit"))
                    .contains("4");
        }
    }

    @Test
    void d18_itDeploysWhileRedisIsDownAndLimitsTogetherWithinTwoSecondsOfItsReturn() throws Exception {
        int port = RedisServer.aPort();
        try (Logs logs = new Logs();
                App app = at("redis://127.0.0.1:" + port).start()) {
            Await.until(() -> app.get("/deny").statusCode() == 503);
            try (RedisServer server = RedisServer.startAt(port)) {
                long back = System.nanoTime();
                Await.until(() -> app.get("/deny").statusCode() == 200);
                assertThat(Duration.ofNanos(System.nanoTime() - back)).isLessThan(Duration.ofSeconds(2));

                assertThat(server.keys()).anyMatch(key -> key.contains(":deny:"));
                app.clock().advance(Duration.ofSeconds(10));
                Await.until(() -> lines(logs, Level.INFO, "HG0023").size() == 1);
                assertThat(lines(logs, Level.WARNING, "HG0022")).hasSize(1);
            }
        }
    }

    @Test
    void d19_fromTheSecondSecondOnNobodyWaitsForARedisThatStandsStill() throws Exception {
        try (RedisServer server = RedisServer.start();
                Logs logs = new Logs();
                App app = at(server.address()).start()) {
            connected(app, server);
            server.freeze();
            try {
                List<Long> first = Parallel.run(200, () -> millis(app, "/allow"));
                assertThat(first)
                        .allMatch(took ->
                                took <= DEADLINE.plus(GRAIN).multipliedBy(4).toMillis());
                Await.until(() -> millis(app, "/allow") < DEADLINE.toMillis());

                long before = System.nanoTime();
                assertThat(statuses(app, "/allow", 100)).containsOnly(200);
                assertThat(Duration.ofNanos(System.nanoTime() - before))
                        .as("a hundred calls, less than what ten would wait")
                        .isLessThan(DEADLINE.multipliedBy(10));
            } finally {
                server.thaw();
            }
            long back = System.nanoTime();
            Await.until(() -> app.get("/deny").statusCode() == 200);
            assertThat(Duration.ofNanos(System.nanoTime() - back)).isLessThan(Duration.ofSeconds(2));
            assertThat(lines(logs, Level.WARNING, "HG0022")).hasSize(1);
        }
    }

    @Test
    void d19_aRedisThatPausesItsClientsHoldsNobodyUpEither() {
        try (RedisServer server = RedisServer.start();
                App app = at(server.address()).start()) {
            connected(app, server);
            server.resp().call("CLIENT", "PAUSE", "3000");
            assertThat(millis(app, "/allow"))
                    .isLessThanOrEqualTo(DEADLINE.plus(GRAIN).toMillis());
            Await.until(() -> app.get("/deny").statusCode() == 200);
        }
    }

    @Test
    void d26_aFullRedisThatEvictsNothingIsAnOutageWithItsReason() {
        try (RedisServer server = RedisServer.start("--maxmemory", "2mb", "--maxmemory-policy", "noeviction");
                Logs logs = new Logs();
                App app = at(server.address())
                        .with("ratelimit.redis.timeout", PATIENT)
                        .start()) {
            connected(app, server);
            fill(server);
            // What its own buffers let go must not make room again.
            server.resp().call("CONFIG", "SET", "maxmemory", "1500000");

            assertThatEachFollowsItsRule(app, logs, "HG0305: ", "a maxmemory-policy that evicts");

            server.resp().call("CONFIG", "SET", "maxmemory", "2mb");
            server.clear();
            Await.until(() -> app.get("/deny").statusCode() == 200);
        }
    }

    @Test
    void aRedisThatWantsAPasswordOfWhomHasNoneIsAnOutageWithItsReasonUntilItWantsNone() {
        try (RedisServer server = RedisServer.start("--requirepass", "secret-enough");
                Logs logs = new Logs();
                App app = at(server.address())
                        .with("ratelimit.redis.timeout", PATIENT)
                        .start()) {
            assertThatEachFollowsItsRule(app, logs, "HG0303: ", "correct ratelimit.redis.username and .password");
            server.resp().call("AUTH", "secret-enough");
            assertThat(server.keys()).isEmpty();

            server.resp().call("CONFIG", "SET", "requirepass", "");
            assertThatItIsOver(app, logs);
            assertThat(server.keys()).anyMatch(key -> key.contains(":deny:"));
        }
    }

    @Test
    void aRedisThatCannotSaveIsAnOutageWithItsReasonUntilSavingIsOff() throws Exception {
        try (RedisServer server = RedisServer.start();
                Logs logs = new Logs();
                App app = at(server.address())
                        .with("ratelimit.redis.timeout", PATIENT)
                        .start()) {
            connected(app, server);
            server.cannotSave();

            assertThatEachFollowsItsRule(app, logs, "HG0308: ", "or switch saving off");

            server.resp().call("CONFIG", "SET", "save", "");
            assertThatItIsOver(app, logs);
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "there is no other binary of that age")
    void d16_aRedisThatIsTooOldIsAnOutageWithItsReason() {
        try (RedisServer server = RedisServer.old();
                Logs logs = new Logs();
                App app = at(server.address())
                        .with("ratelimit.redis.timeout", PATIENT)
                        .start()) {
            assertThatEachFollowsItsRule(app, logs, "HG0316: ", "older than 5");

            app.clock().advance(Duration.ofSeconds(10));
            assertThat(statuses(app, "/deny", 20)).as("it stays so").containsOnly(503);
            assertThat(lines(logs, Level.WARNING, "HG0022")).hasSize(1);
            assertThat(lines(logs, Level.INFO, "HG0023")).isEmpty();
            assertThat(server.keys()).isEmpty();
        }
    }

    /** From the first call on, and the log says why and what to do, once. */
    private static void assertThatEachFollowsItsRule(App app, Logs logs, String number, String cure) {
        for (int i = 0; i < 10; i++) {
            HttpResponse<String> refused = app.get("/deny");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("retry-after")).contains("1");
        }
        assertThat(statuses(app, "/local", 5))
                .as("as this process counts alone")
                .containsExactly(200, 200, 429, 429, 429);
        assertThat(statuses(app, "/allow", 5)).containsOnly(200);
        assertThat(app.bean(Failures.class).count()).isGreaterThanOrEqualTo(20);
        assertThat(lines(logs, Level.WARNING, "HG0022"))
                .singleElement()
                .asString()
                .contains(number, cure);
    }

    /** By itself, and the log says so, once. */
    private static void assertThatItIsOver(App app, Logs logs) {
        Await.until(() -> app.get("/deny").statusCode() == 200);
        app.clock().advance(Duration.ofSeconds(10));
        Await.until(() -> !lines(logs, Level.INFO, "HG0023").isEmpty());
        assertThat(statuses(app, "/deny", 20)).containsOnly(200);
        assertThat(lines(logs, Level.INFO, "HG0023")).hasSize(1);
        assertThat(lines(logs, Level.WARNING, "HG0022")).hasSize(1);
    }

    @Test
    void d26_aFullRedisThatEvictsMayForgetAndNeverFails() {
        try (RedisServer server = RedisServer.start("--maxmemory", "2mb", "--maxmemory-policy", "allkeys-lru");
                Logs logs = new Logs();
                App app = at(server.address())
                        .with("ratelimit.redis.timeout", PATIENT)
                        .start()) {
            connected(app, server);
            for (int i = 0; i < 200; i++) {
                server.resp().call("SET", "churn" + i, "x".repeat(20_000));
                assertThat(app.get("/local").statusCode()).isIn(200, 429);
                assertThat(app.get("/deny").statusCode()).isIn(200, 429);
            }
            assertThat(lines(logs, Level.WARNING, "HG0022")).isEmpty();
        }
    }

    @Test
    void aUserWhoLosesItsRightsIsAnOutageWithItsReasonUntilItHasThemAgain() {
        try (RedisServer server = RedisServer.start();
                Logs logs = new Logs();
                App app = at(server.address())
                        .with("ratelimit.redis.timeout", PATIENT)
                        .start()) {
            connected(app, server);
            server.resp().call("ACL", "SETUSER", "default", "-zadd");
            Await.until(() -> statuses(app, "/log", 10).contains(503));
            for (int i = 0; i < 20; i++) {
                assertThat(app.get("/log").statusCode())
                        .as("it stays so: the probe adds to a log too")
                        .isEqualTo(503);
            }
            assertThat(lines(logs, Level.WARNING, "HG0022"))
                    .singleElement()
                    .asString()
                    .contains("HG0307");

            server.resp().call("ACL", "SETUSER", "default", "+zadd");
            Await.until(() -> app.get("/log").statusCode() == 200);
        }
    }

    @Test
    void aClientThatDoesNotStopCostsRedisOneQuestionASecond() {
        try (RedisServer server = RedisServer.start();
                App app = at(server.address())
                        .with("ratelimit.redis.timeout", PATIENT)
                        .start()) {
            connected(app, server);
            Await.until(() -> app.get("/local").statusCode() == 429);
            server.resp().call("CONFIG", "RESETSTAT");
            long start = System.nanoTime();
            int asked = 0;
            while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(2_500)) {
                assertThat(app.get("/local").statusCode()).isEqualTo(429);
                asked++;
            }
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + 1;
            assertThat(asked).isGreaterThan(30);
            assertThat(server.calls("evalsha")).isBetween(1L, seconds);
        }
    }

    private static void fill(RedisServer server) {
        for (int i = 0; ; i++) {
            try {
                server.resp().call("SET", "ballast" + i, "x".repeat(10_000));
            } catch (RuntimeException full) {
                assertThat(full).hasMessageContaining("OOM");
                return;
            }
        }
    }

    private static long millis(App app, String path) {
        long before = System.nanoTime();
        assertThat(app.get(path).statusCode()).isEqualTo(200);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    }

    /** One method for each rule. */
    @Path("/")
    @RequestScoped
    public static class Orders {

        @GET
        @Path("local")
        @RateLimit(name = "local", key = "global", limit = 2, window = "1h")
        public String local() {
            return "local";
        }

        @GET
        @Path("allow")
        @RateLimit(name = "allow", key = "global", limit = 1_000_000, onStoreFailure = OnStoreFailure.ALLOW)
        public String allow() {
            return "allow";
        }

        @GET
        @Path("deny")
        @RateLimit(name = "deny", key = "global", limit = 1_000_000, onStoreFailure = OnStoreFailure.DENY)
        public String deny() {
            return "deny";
        }

        @GET
        @Path("log")
        @RateLimit(
                name = "log",
                key = "global",
                limit = 10_000,
                algorithm = io.headgate.Algorithm.SLIDING_LOG,
                onStoreFailure = OnStoreFailure.DENY)
        public String log() {
            return "log";
        }
    }

    /** Counts what the store did not decide. */
    @ApplicationScoped
    public static class Failures implements StoreListener {

        private final AtomicInteger failures = new AtomicInteger();

        int count() {
            return failures.get();
        }

        @Override
        public void storeFailed(StoreUnavailableException failure) {
            failures.incrementAndGet();
        }

        @Override
        public void storeRecovered() {}
    }
}
