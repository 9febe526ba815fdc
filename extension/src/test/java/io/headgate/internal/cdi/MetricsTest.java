package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.RateLimiter;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Alone;
import io.headgate.testing.App;
import io.headgate.testing.Await;
import io.headgate.testing.RedisServer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is counted, as {@code docs/reference/metrics.md} says, where a Redis is gone and where counters live in the process. */
@Alone
@Timeout(60)
class MetricsTest {

    private static final String FAILURES = "ratelimit.store.failures";

    private static App.Builder app() {
        return App.of(OutageTest.Orders.class, Registries.class)
                .with("ratelimit.policies.manual", "jobs,unsure")
                .with("ratelimit.policy.jobs.limit", "2")
                .with("ratelimit.policy.jobs.on-store-failure", "deny")
                .with("ratelimit.policy.unsure.limit", "2")
                .rest();
    }

    /** Where nobody answers, and that is known. */
    private static App withoutRedis(String metrics) {
        App app = app().with("ratelimit.redis.address", "redis://127.0.0.1:" + RedisServer.aPort())
                .with("ratelimit.metrics", metrics)
                .start();
        Await.until(() -> app.get("/deny").statusCode() == 503);
        return app;
    }

    private static List<Integer> statuses(App app, String... paths) {
        return Stream.of(paths).map(path -> app.get(path).statusCode()).toList();
    }

    @Test
    void eachCallThatTheStoreDidNotDecideIsAFailure() {
        try (App app = withoutRedis("auto")) {
            Registries metrics = app.bean(Registries.class);
            long before = metrics.counted(FAILURES);
            assertThat(before).as("since the first call").isPositive();

            assertThat(statuses(app, "/deny", "/deny", "/allow")).containsExactly(503, 503, 200);
            assertThat(metrics.counted(FAILURES)).isEqualTo(before + 3);
            assertThat(metrics.all()).as("nobody decided").containsOnlyKeys(FAILURES);

            RateLimiter limiter = app.bean(RateLimiter.class);
            assertThatThrownBy(() -> limiter.tryAcquire("jobs", "a")).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> limiter.peek("jobs", "a")).isInstanceOf(StoreUnavailableException.class);
            assertThat(limiter.peek("unsure", "a").allowed()).isTrue();
            assertThat(metrics.counted(FAILURES)).isEqualTo(before + 6);
            assertThat(metrics.all()).as("a peek is no call").containsOnlyKeys(FAILURES);
        }
    }

    @Test
    void whatThisProcessDecidesAloneIsAFailureAndACallToo() {
        try (App app = withoutRedis("mp")) {
            Registries metrics = app.bean(Registries.class);
            long before = metrics.counted(FAILURES);

            assertThat(statuses(app, "/local", "/local", "/local")).containsExactly(200, 200, 429);

            assertThat(metrics.counted(FAILURES)).isEqualTo(before + 3);
            assertThat(metrics.counted("ratelimit.calls", "local", "allowed")).isEqualTo(2);
            assertThat(metrics.counted("ratelimit.calls", "local", "denied")).isEqualTo(1);
        }
    }

    @Test
    void aStoreThatAnswersFailsNever() {
        try (App app = app().start()) {
            Registries metrics = app.bean(Registries.class);

            assertThat(statuses(app, "/deny", "/allow", "/local", "/local", "/local"))
                    .containsExactly(200, 200, 200, 200, 429);

            assertThat(metrics.all())
                    .containsEntry(FAILURES, 0L)
                    .containsEntry("ratelimit.calls deny allowed", 1L)
                    .containsEntry("ratelimit.calls allow allowed", 1L)
                    .containsEntry("ratelimit.calls local allowed", 2L)
                    .containsEntry("ratelimit.calls local denied", 1L)
                    .hasSize(5);
        }
    }

    @Test
    void nothingIsCountedWhereNobodyWantsIt() {
        try (App app = withoutRedis("none")) {
            assertThat(statuses(app, "/deny", "/local")).containsExactly(503, 200);

            assertThat(app.bean(Registries.class).all()).isEmpty();
        }
    }

    /** Stands for a server's MicroProfile Metrics: counters, by their names and the values of their tags, and no other metric. */
    @ApplicationScoped
    public static class Registries {

        private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

        long counted(String name, String... tags) {
            return all().getOrDefault(line(name, Stream.of(tags)), -1L);
        }

        Map<String, Long> all() {
            Map<String, Long> all = new TreeMap<>();
            counters.forEach((name, counted) -> all.put(name, counted.sum()));
            return all;
        }

        @Produces
        MetricRegistry registry() {
            Class<?> type = MetricRegistry.class;
            return (MetricRegistry) Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (registry, method, arguments) -> counter(method, arguments));
        }

        private Counting counter(Method method, Object[] arguments) {
            if (!method.getName().equals("counter")) {
                throw new AssertionError("Headgate needs nothing but counters, and asked for " + method);
            }
            Tag[] tags = arguments.length > 1 ? (Tag[]) arguments[1] : new Tag[0];
            String name =
                    line(((Metadata) arguments[0]).getName(), Stream.of(tags).map(Tag::getTagValue));
            return new Counting(counters.computeIfAbsent(name, first -> new LongAdder()));
        }

        private static String line(String name, Stream<String> tags) {
            return Stream.concat(Stream.of(name), tags).collect(Collectors.joining(" "));
        }
    }

    private record Counting(LongAdder counted) implements Counter {

        @Override
        public void inc() {
            inc(1);
        }

        @Override
        public void inc(long more) {
            counted.add(more);
        }

        @Override
        public long getCount() {
            return counted.sum();
        }
    }
}
