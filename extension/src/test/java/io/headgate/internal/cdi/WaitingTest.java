package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.RateLimit;
import io.headgate.RateLimitExceededException;
import io.headgate.RateLimiter;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.DecisionListener;
import io.headgate.testing.Alone;
import io.headgate.testing.App;
import io.headgate.testing.Await;
import io.headgate.testing.Logs;
import io.headgate.testing.Parallel;
import io.headgate.testing.Parallel.Threads;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls that a leaky bucket puts off. The clock by which it decides stands still, so the delays are known; that they are kept
 * is seen on the clock of the machine. A call never leaves early; how late it may leave depends on how busy the machine is.
 */
@Alone
@Timeout(60)
class WaitingTest {

    private static final long LATE_MICROS = TimeUnit.SECONDS.toMicros(2);

    @ApplicationScoped
    public static class Heard implements DecisionListener {
        private final List<Decision> all = new CopyOnWriteArrayList<>();

        @Override
        public void decided(Decision decision, boolean admitted) {
            all.add(decision);
        }

        List<Decision> all() {
            return all;
        }

        Decision last() {
            return all.get(all.size() - 1);
        }
    }

    @ApplicationScoped
    public static class Gate {
        private final List<Long> departures = new CopyOnWriteArrayList<>();
        private final AtomicReference<String> ranOn = new AtomicReference<>("nowhere");
        private final AtomicReference<ClassLoader> loader = new AtomicReference<>();

        @RateLimit(
                name = "even",
                key = "global",
                limit = 20,
                window = "1s",
                maxWait = "200ms",
                algorithm = Algorithm.LEAKY_BUCKET)
        public long even() {
            long now = TimeSource.monotonic().micros();
            departures.add(now);
            return now;
        }

        @RateLimit(name = "slow", key = "global", limit = 1, window = "1h", algorithm = Algorithm.LEAKY_BUCKET)
        public void slow() {
            departures.add(TimeSource.monotonic().micros());
        }

        @RateLimit(name = "stage", key = "global", limit = 1, window = "1h", algorithm = Algorithm.LEAKY_BUCKET)
        public CompletionStage<String> slowStage() {
            return CompletableFuture.completedFuture("ran");
        }

        @RateLimit(
                name = "later",
                key = "global",
                limit = 1,
                window = "2s",
                maxWait = "2s",
                algorithm = Algorithm.LEAKY_BUCKET)
        public CompletionStage<String> later() {
            ranOn.set(Thread.currentThread().getName());
            loader.set(Thread.currentThread().getContextClassLoader());
            departures.add(TimeSource.monotonic().micros());
            return CompletableFuture.completedFuture("ran");
        }

        @RateLimit(name = "short", key = "global", limit = 20, window = "1s", algorithm = Algorithm.LEAKY_BUCKET)
        @RateLimit(name = "long", key = "global", limit = 10, window = "1s", algorithm = Algorithm.LEAKY_BUCKET)
        public long both() {
            return TimeSource.monotonic().micros();
        }

        @RateLimit(name = "waits", key = "global", limit = 1, window = "1h", algorithm = Algorithm.LEAKY_BUCKET)
        @RateLimit(name = "counts", key = "global", limit = 1, window = "1h")
        public void denied() {
            departures.add(TimeSource.monotonic().micros());
        }

        List<Long> departures() {
            return departures.stream().sorted().toList();
        }

        AtomicReference<String> ranOn() {
            return ranOn;
        }

        AtomicReference<ClassLoader> loader() {
            return loader;
        }
    }

    @jakarta.ejb.Stateless
    @ApplicationScoped
    public static class Teller {
        @RateLimit(
                name = "teller",
                key = "global",
                limit = 20,
                window = "1s",
                maxWait = "50ms",
                algorithm = Algorithm.LEAKY_BUCKET)
        public CompletionStage<String> count() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    private static App.Builder gate() {
        return App.of(Gate.class, Heard.class);
    }

    @Test
    void callsOfManyThreadsLeaveEvenlyAndWhoseTurnIsTooFarIsRefused() throws Exception {
        try (App app = gate().start()) {
            Gate bean = app.bean(Gate.class);

            long begin = TimeSource.monotonic().micros();
            List<List<Long>> results = Parallel.rounds(Threads.PLATFORM, 1, 9, (round, thread) -> {
                try {
                    return bean.even();
                } catch (RateLimitExceededException refused) {
                    Decision decision = refused.verdict().governing().orElseThrow();
                    assertThat(decision.retryAfter()).contains(Duration.ofMillis(50));
                    return -1L;
                }
            });

            assertThat(results.get(0)).filteredOn(departure -> departure < 0).hasSize(4);
            assertThat(bean.departures()).hasSize(5);
            assertNobodyLeavesEarly(bean.departures(), begin, 50_000);
        }
    }

    /** All turns count from a moment after the beginning, since the clock that decides stands still. */
    private static void assertNobodyLeavesEarly(List<Long> departures, long beginMicros, long apartMicros) {
        for (int call = 0; call < departures.size(); call++) {
            long turn = call * apartMicros;
            assertThat(departures.get(call) - beginMicros).isBetween(turn, turn + LATE_MICROS);
        }
    }

    @Test
    void aMethodThatReturnsAStageReturnsAtOnceAndRunsInItsTurn() {
        try (App app = gate().start()) {
            Gate bean = app.bean(Gate.class);
            ClassLoader mine = new ClassLoader(getClass().getClassLoader()) {};
            Thread.currentThread().setContextClassLoader(mine);
            bean.later();
            assertThat(bean.ranOn()).hasValue(Thread.currentThread().getName());

            long called = TimeSource.monotonic().micros();
            CompletionStage<String> second = bean.later();

            assertThat(bean.departures()).hasSize(1);
            assertThat(second.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(20));
            assertThat(bean.departures().get(1) - called).isBetween(2_000_000L, 2_000_000L + LATE_MICROS);
            assertThat(bean.ranOn()).doesNotHaveValue(Thread.currentThread().getName());
            assertThat(bean.ranOn().get()).startsWith("ForkJoinPool.commonPool");
            assertThat(bean.loader()).hasValue(mine);
            assertThat(bean.later().toCompletableFuture()).isCompletedExceptionally();
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
    }

    /** Its instance is somebody else's as soon as the call has returned. */
    @Test
    void a26_anEnterpriseBeanThatReturnsAStageRunsBeforeItReturns() {
        try (App app = App.of(Teller.class).start()) {
            Teller bean = app.bean(Teller.class);
            bean.count();

            assertThat(bean.count().toCompletableFuture())
                    .isCompletedWithValue(Thread.currentThread().getName());
            assertThat(bean.count().toCompletableFuture()).isCompletedExceptionally();
        }
    }

    @Test
    void ofSeveralBucketsTheLongestDelayCounts() {
        try (App app = gate().start()) {
            Gate bean = app.bean(Gate.class);
            bean.both();
            long called = TimeSource.monotonic().micros();

            assertThat(bean.both() - called).isBetween(100_000L, 100_000L + LATE_MICROS);
        }
    }

    @Test
    void f07_whatAnotherPolicyDeniesWaitsForNothingAndTakesNoTurn() {
        try (App app = gate().start()) {
            Gate bean = app.bean(Gate.class);
            Heard heard = app.bean(Heard.class);
            bean.denied();

            assertThatThrownBy(bean::denied).isInstanceOf(RateLimitExceededException.class);
            assertThatThrownBy(bean::denied).isInstanceOf(RateLimitExceededException.class);

            Decision last = heard.all().stream()
                    .filter(decision -> decision.policy().equals("waits"))
                    .reduce((before, after) -> after)
                    .orElseThrow();
            assertThat(last.receipt()).isEmpty();
            assertThat(last.remaining()).isEqualTo(1);
        }
    }

    @Test
    void anInterruptedCallIsRefusedStaysInterruptedAndGivesItsTurnBack() throws Exception {
        try (App app = gate().with("ratelimit.max-waiting", "1").start()) {
            Gate bean = app.bean(Gate.class);
            Heard heard = app.bean(Heard.class);
            bean.slow();
            for (int round = 0; round < 2; round++) {
                int heardBefore = heard.all().size();
                CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
                Thread waiter = new Thread(() -> {
                    RateLimitExceededException refused =
                            catchThrowableOfType(RateLimitExceededException.class, bean::slow);
                    stillInterrupted.complete(refused.verdict().undecided()
                            && Thread.currentThread().isInterrupted());
                });
                waiter.start();
                Await.until(() -> heard.all().size() > heardBefore);
                assertThat(heard.last().delay()).isEqualTo(Duration.ofHours(1));

                waiter.interrupt();

                assertThat(stillInterrupted.get(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(bean.departures()).hasSize(1);
        }
    }

    @Test
    void whereNoMoreMayWaitACallIsRefusedAndTakesNoTurn() {
        try (Logs logs = new Logs();
                App app = gate().with("ratelimit.max-waiting", "1").start()) {
            Gate bean = app.bean(Gate.class);
            Heard heard = app.bean(Heard.class);
            bean.slowStage();
            CompletionStage<String> waits = bean.slowStage();

            List<CompletionStage<String>> refused =
                    IntStream.range(0, 3).mapToObj(call -> bean.slowStage()).toList();

            assertThat(refused)
                    .allSatisfy(stage -> assertThat(stage.toCompletableFuture()).isCompletedExceptionally());
            assertThat(heard.last().retryAfter()).contains(Duration.ofHours(2));
            assertThat(waits.toCompletableFuture()).isNotDone();
            assertThat(logs.warnings())
                    .filteredOn(line -> line.startsWith("HG0029"))
                    .hasSize(1);

            app.clock().advance(Duration.ofHours(2));
            assertThat(bean.slowStage().toCompletableFuture()).isDone();
            assertThat(heard.last().delay()).isZero();
        }
    }

    @Test
    void aShadowPolicyPutsNobodyOff() {
        try (App app = gate().with("ratelimit.policy.slow.shadow", "true").start()) {
            Gate bean = app.bean(Gate.class);
            bean.slow();
            bean.slow();
            bean.slow();

            assertThat(bean.departures()).hasSize(3);
            assertThat(app.bean(Heard.class).all())
                    .extracting(Decision::delay)
                    .containsExactly(Duration.ZERO, Duration.ofHours(1), Duration.ZERO);
        }
    }

    @Test
    void nobodyWaitsWhileLimitsAreSwitchedOffOrMaxWaitIsZero() {
        try (App app = gate().with("ratelimit.enabled", "false").start()) {
            Gate bean = app.bean(Gate.class);
            IntStream.range(0, 5).forEach(call -> bean.slow());
            assertThat(bean.departures()).hasSize(5);
        }
        try (App app = gate().with("ratelimit.policy.slow.max-wait", "0s").start()) {
            Gate bean = app.bean(Gate.class);
            bean.slow();
            assertThatThrownBy(bean::slow).isInstanceOf(RateLimitExceededException.class);
        }
    }

    @Test
    void codeThatAsksByNameIsToldTheDelayAndWaitsItself() {
        try (App app = gate().start()) {
            RateLimiter limiter = app.bean(RateLimiter.class);
            limiter.tryAcquire("slow", "order 7");

            Decision second = limiter.tryAcquire("slow", "order 7");
            assertThat(second.allowed()).isTrue();
            assertThat(second.delay()).isEqualTo(Duration.ofHours(1));
            assertThat(limiter.tryAcquire("slow", "order 7").allowed()).isFalse();

            limiter.refund(second.receipt().orElseThrow());
            assertThat(limiter.peek("slow", "order 7").delay()).isEqualTo(Duration.ofHours(1));
        }
    }

    @Test
    void d22_whoeverWaitsIsReleasedAtTheEndAndNoThreadIsLeft() throws Exception {
        io.headgate.testing.Threads threads = new io.headgate.testing.Threads();
        List<Thread> waiters = new ArrayList<>();
        List<Throwable> refusals = new CopyOnWriteArrayList<>();
        CompletionStage<String> stage;
        try (App app = gate().start()) {
            Gate bean = app.bean(Gate.class);
            Heard heard = app.bean(Heard.class);
            bean.slow();
            bean.slowStage();
            Thread waiter = new Thread(() -> {
                try {
                    bean.slow();
                } catch (RateLimitExceededException refused) {
                    refusals.add(refused);
                }
            });
            waiters.add(waiter);
            waiter.start();
            Await.until(() -> heard.last().delay().equals(Duration.ofHours(1)));
            stage = bean.slowStage();
            Await.until(() -> threads.names().contains("headgate-turns-1"));
        }

        waiters.get(0).join(TimeUnit.SECONDS.toMillis(20));
        assertThat(refusals).hasSize(1);
        assertThat(stage.toCompletableFuture())
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(RateLimitExceededException.class);
        assertThat(threads.names()).isEmpty();
    }

    @jakarta.ws.rs.Path("/gate")
    @ApplicationScoped
    public static class Resource {
        private final List<Long> departures = new CopyOnWriteArrayList<>();

        @jakarta.ws.rs.GET
        @RateLimit(
                name = "resource",
                key = "global",
                limit = 10,
                window = "1s",
                maxWait = "300ms",
                algorithm = Algorithm.LEAKY_BUCKET)
        public String get() {
            departures.add(TimeSource.monotonic().micros());
            return "passed";
        }

        List<Long> departures() {
            return departures.stream().sorted().toList();
        }
    }

    @Test
    void requestsLeaveEvenlyAndAreToldWhereTheyStand() throws Exception {
        try (App app = App.of(Resource.class).rest().start()) {
            long begin = TimeSource.monotonic().micros();
            List<HttpResponse<String>> responses = Parallel.rounds(
                            Threads.PLATFORM, 1, 6, (round, thread) -> app.get("/gate"))
                    .get(0);

            assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(200, 429);
            assertThat(responses)
                    .filteredOn(response -> response.statusCode() == 200)
                    .hasSize(4);
            assertThat(responses)
                    .filteredOn(response -> response.statusCode() == 429)
                    .allSatisfy(denied -> {
                        assertThat(denied.headers().firstValue("Retry-After")).contains("1");
                        assertThat(denied.headers().firstValue("X-RateLimit-Limit"))
                                .contains("10");
                        assertThat(denied.headers().firstValue("X-RateLimit-Remaining"))
                                .contains("0");
                    });
            assertThat(responses)
                    .filteredOn(response -> response.statusCode() == 200)
                    .extracting(response -> response.headers().firstValue("X-RateLimit-Remaining"))
                    .extracting(java.util.Optional::orElseThrow)
                    .containsExactlyInAnyOrder("3", "2", "1", "0");
            assertNobodyLeavesEarly(app.bean(Resource.class).departures(), begin, 100_000);
        }
    }

    @Test
    void requestsThatReachNoMethodWaitToo() {
        try (App app = App.of(Resource.class)
                .with("ratelimit.policies", "all")
                .with("ratelimit.policy.all.algorithm", "leaky-bucket")
                .with("ratelimit.policy.all.limit", "10")
                .with("ratelimit.policy.all.window", "1s")
                .with("ratelimit.policy.all.key", "global")
                .rest()
                .start()) {
            app.get("/nowhere");
            long called = TimeSource.monotonic().micros();

            assertThat(app.get("/nowhere").statusCode()).isEqualTo(404);

            assertThat(TimeSource.monotonic().micros() - called).isGreaterThanOrEqualTo(100_000);
        }
    }
}
