package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.RateLimit;
import io.headgate.RateLimitExceededException;
import io.headgate.RateLimiter;
import io.headgate.spi.Acquisition;
import io.headgate.spi.DecisionListener;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.App;
import io.headgate.testing.Logs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** How an application starts and stops, and what its code can ask. */
class DeploymentTest {

    @ApplicationScoped
    public static class Wrong {
        @RateLimit(window = "soon", key = "global")
        public String hi() {
            return "hi";
        }
    }

    @Test
    void allMistakesStopTheDeploymentTogether() {
        assertThatThrownBy(() -> App.of(Wrong.class)
                        .with("ratelimit.policies", "addresses")
                        .with("ratelimit.policy.addresses.limit", "abc")
                        .with("ratelimit.metrics", "otel")
                        .start())
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("ratelimit.policy.addresses.limit")
                .hasMessageContaining("abc")
                .hasMessageContaining("test.properties")
                .hasMessageContaining(Wrong.class.getName())
                .hasMessageContaining("soon")
                .hasMessageContaining("ratelimit.metrics");
    }

    @ApplicationScoped
    public static class Pair {
        @RateLimit(name = "early", key = "global", limit = 1, window = "1s", algorithm = Algorithm.SLIDING_LOG)
        public void early() {}

        @RateLimit(name = "late", key = "global", limit = 1, window = "1s", algorithm = Algorithm.SLIDING_LOG)
        public void late() {}
    }

    @Test
    void f19_eachLimiterHasAWindowOfItsOwnAndEachDeploymentItsOwnLimits() {
        try (App app = App.of(Pair.class).start()) {
            Pair pair = app.bean(Pair.class);
            pair.early();
            app.clock().advance(Duration.ofMillis(700));
            pair.late();
            assertThatThrownBy(pair::early).isInstanceOf(RateLimitExceededException.class);
            assertThatThrownBy(pair::late).isInstanceOf(RateLimitExceededException.class);

            app.clock().advance(Duration.ofMillis(300));
            pair.early();
            assertThatThrownBy(pair::late).isInstanceOf(RateLimitExceededException.class);
            app.clock().advance(Duration.ofMillis(700));
            pair.late();

            try (App again =
                    App.of(Pair.class).with("ratelimit.policy.late.limit", "2").start()) {
                Pair other = again.bean(Pair.class);
                other.late();
                other.late();
                assertThatThrownBy(other::late).isInstanceOf(RateLimitExceededException.class);
                assertThatThrownBy(pair::late)
                        .as("the first one goes on with its own limit")
                        .isInstanceOf(RateLimitExceededException.class);
            }
        }
    }

    @Test
    void metricsThatTheServerLacksAreAMistakeWhereTheyAreDemanded() {
        // The API is on the class path of the tests, and nothing implements it.
        assertThatThrownBy(() ->
                        App.of(Limited3.class).with("ratelimit.metrics", "mp").start())
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("HG0031")
                .hasMessageContaining("ratelimit.metrics");
        for (String other : List.of("auto", "none")) {
            try (App app =
                    App.of(Limited3.class).with("ratelimit.metrics", other).start()) {
                assertThat(app.bean(Limited3.class).hi()).isEqualTo("hi");
            }
        }
    }

    @ApplicationScoped
    public static class Limited3 {
        @RateLimit(name = "three", limit = 3, key = "global")
        public String hi() {
            return "hi";
        }
    }

    @Test
    void tableAtTheStartShowsEachNumberAndItsSource() {
        try (Logs logs = new Logs();
                App app = App.of(Limited3.class)
                        .with("ratelimit.policy.three.window", "30s")
                        .start()) {
            assertThat(app.bean(Limited3.class)).isNotNull();
            assertThat(logs.at(Level.INFO))
                    .filteredOn(line -> line.startsWith("HG0001"))
                    .singleElement()
                    .asString()
                    .contains("three", "3", "ratelimit.policy.three.window", "test.properties");
        }
    }

    @Test
    void masterSwitchLetsEverythingPass() {
        try (Logs logs = new Logs();
                App app = App.of(Limited3.class)
                        .with("ratelimit.enabled", "false")
                        .start()) {
            Limited3 bean = app.bean(Limited3.class);
            for (int i = 0; i < 5; i++) {
                assertThat(bean.hi()).isEqualTo("hi");
            }
            assertThat(logs.at(Level.INFO)).anyMatch(line -> line.startsWith("HG0005"));
        }
    }

    @Test
    void rateLimiterAsksPoliciesByName() {
        try (App app = App.of(Limited3.class)
                .with("ratelimit.policies.manual", "orders,open,dear")
                .with("ratelimit.policy.dear.limit", "10")
                .with("ratelimit.policy.dear.cost", "5")
                .with("ratelimit.policy.orders.limit", "2")
                .with("ratelimit.policy.open.limit", "unlimited")
                .start()) {
            RateLimiter limiter = app.bean(RateLimiter.class);
            assertThat(limiter.peek("orders", "bob").remaining()).isEqualTo(2);
            Decision first = limiter.tryAcquire("orders", "bob");
            assertThat(first.remaining()).isEqualTo(1);
            assertThat(limiter.tryAcquire("orders", "alice").remaining())
                    .as("another subject")
                    .isEqualTo(1);
            assertThat(limiter.tryAcquire("orders", "bob", 2).allowed()).isFalse();
            assertThat(limiter.tryAcquire("orders", "bob", 3).outcome()).isEqualTo(Decision.Outcome.IMPOSSIBLE);
            limiter.refund(first.receipt().orElseThrow());
            limiter.refund(first.receipt().orElseThrow());
            assertThat(limiter.peek("orders", "bob").remaining())
                    .as("a receipt works once")
                    .isEqualTo(2);
            limiter.tryAcquire("orders", "bob", 2);
            limiter.reset("orders", "bob");
            assertThat(limiter.tryAcquire("orders", "bob", 2).allowed()).isTrue();
            assertThat(limiter.tryAcquire("open", "bob", 1_000_000).allowed()).isTrue();
            assertThat(limiter.tryAcquire("dear", "bob").remaining()).isEqualTo(5);
            assertThat(limiter.tryAcquire("dear", "bob", 1).remaining()).isEqualTo(4);
            assertThat(limiter.peek("dear", "bob").allowed()).isFalse();
            assertThatThrownBy(() -> limiter.tryAcquire("ordres", "bob"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ordres")
                    .hasMessageContaining("orders");
            assertThatThrownBy(() -> limiter.tryAcquire("orders", "bob", 0))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(limiter.tryAcquireAsync("ordres", "bob", 1).toCompletableFuture())
                    .isCompletedExceptionally();
        }
    }

    @Test
    void storeCanBeInjectedAndKnowsWhatWasCharged() {
        try (App app = App.of(Limited3.class).start()) {
            app.bean(Limited3.class).hi();
            PermitRequest request = new PermitRequest(
                    LimitKey.of("three", List.of("global")), io.headgate.Limit.of(3, Duration.ofMinutes(1)), 1, false);
            List<Decision> seen = app.bean(RateLimitStore.class)
                    .peek(Acquisition.of(request))
                    .toCompletableFuture()
                    .join();
            assertThat(seen).singleElement().extracting(Decision::remaining).isEqualTo(2L);
        }
    }

    @ApplicationScoped
    public static class Listening implements DecisionListener {
        final Map<String, List<Boolean>> heard = new ConcurrentHashMap<>();

        @Override
        public void decided(Decision decision, boolean admitted) {
            heard.computeIfAbsent(decision.policy(), any -> new CopyOnWriteArrayList<>())
                    .add(admitted);
            throw new IllegalStateException("a listener that fails");
        }

        public Map<String, List<Boolean>> heard() {
            return heard;
        }
    }

    @Test
    void listenersHearEveryDecisionAndHarmNobody() {
        try (Logs logs = new Logs();
                App app = App.of(Limited3.class, Listening.class)
                        .with("ratelimit.override.limit", "1")
                        .start()) {
            Limited3 bean = app.bean(Limited3.class);
            bean.hi();
            assertThatThrownBy(bean::hi).isInstanceOf(RateLimitExceededException.class);
            assertThat(app.bean(Listening.class).heard()).containsExactly(Map.entry("three", List.of(true, false)));
            assertThat(logs.warnings())
                    .filteredOn(line -> line.startsWith("HG0025"))
                    .hasSize(1);
        }
    }

    @ApplicationScoped
    public static class BrokenListener implements DecisionListener {
        @Override
        public void decided(Decision decision, boolean admitted) {
            throw new NoClassDefFoundError("com/acme/Telemetry");
        }
    }

    @Test
    void listenerWhoseClassesAreMissingHarmsNobody() {
        try (Logs logs = new Logs();
                App app = App.of(Limited3.class, BrokenListener.class).start()) {
            assertThat(app.bean(Limited3.class).hi()).isEqualTo("hi");
            assertThat(logs.warnings())
                    .filteredOn(line -> line.startsWith("HG0025"))
                    .hasSize(1);
        }
    }

    @Test
    void failedStartLeavesNoThread() {
        assertThatThrownBy(() -> App.of(Limited3.class, Unborn.class).start().close())
                .hasStackTraceContaining("does not start");
        assertThat(headgateThreads()).isEmpty();
    }

    @Dependent
    public static class Unborn implements DecisionListener {
        public Unborn() {
            throw new IllegalStateException("does not start");
        }

        @Override
        public void decided(Decision decision, boolean admitted) {}
    }

    @Test
    void shadowPolicyReportsAndLetsPass() {
        try (App app = App.of(Limited3.class, Listening.class)
                .with("ratelimit.policy.three.shadow", "true")
                .start()) {
            Limited3 bean = app.bean(Limited3.class);
            for (int i = 0; i < 5; i++) {
                assertThat(bean.hi()).isEqualTo("hi");
            }
            assertThat(app.bean(Listening.class).heard().get("three")).hasSize(5);
        }
    }

    @Test
    void stoppedApplicationLeavesNoThread() {
        try (App app = App.of(Limited3.class).start()) {
            assertThat(app.bean(Limited3.class).hi()).isEqualTo("hi");
            assertThat(headgateThreads()).hasSize(1);
        }
        assertThat(headgateThreads()).isEmpty();
    }

    private static Set<String> headgateThreads() {
        return Set.copyOf(Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("headgate"))
                .toList());
    }

    @Test
    void masterSwitchFollowsTheConfigurationAndRefusesWrongValues() {
        ChangingSource source = new ChangingSource();
        MasterSwitch enabled = new MasterSwitch(source, true);
        try (Logs logs = new Logs()) {
            source.value = Optional.of("false");
            enabled.refresh();
            assertThat(enabled.getAsBoolean()).isFalse();
            source.value = Optional.of("maybe");
            enabled.refresh();
            enabled.refresh();
            assertThat(enabled.getAsBoolean()).as("the old value stays").isFalse();
            assertThat(logs.warnings()).hasSize(1).allMatch(line -> line.contains("maybe"));
            source.value = Optional.empty();
            enabled.refresh();
            assertThat(enabled.getAsBoolean()).as("the default").isTrue();
        }
    }

    private static final class ChangingSource implements io.headgate.internal.policy.PropertySource {
        private Optional<String> value = Optional.empty();

        @Override
        public Optional<Property> find(String name) {
            return value.map(present -> new Property(name, present, "test"));
        }

        @Override
        public Set<String> names() {
            return Set.of();
        }
    }
}
