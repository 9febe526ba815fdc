package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.internal.store.DeadlineStore;
import io.headgate.internal.store.PartlyUnavailableException;
import io.headgate.internal.time.Deadlines;
import io.headgate.internal.time.Timers;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Alone;
import io.headgate.testing.Await;
import io.headgate.testing.RedissonClients;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RedissonClient;

/** One of three masters stands still: it is spared, and the others decide as ever. */
@Alone
@Timeout(120)
class ClusterOutageTest extends ClusterUnderTest {

    private static final Duration DEADLINE = Duration.ofMillis(500);

    ClusterOutageTest() {
        super(DEADLINE, true);
    }

    private Decision acquire(PermitRequest request) {
        return acquire(store, request);
    }

    private Optional<Decision> answer(PermitRequest request) {
        return answer(store, request);
    }

    private static long millis(Runnable work) {
        long before = System.nanoTime();
        work.run();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    }

    @Test
    void theMasterThatStandsStillIsSparedAndTheOthersAreNot() {
        nodes.servers().get(0).freeze();
        for (int i = 0; i < 5; i++) {
            assertThat(answer(on(0))).isEmpty();
        }
        long refused = millis(() -> {
            for (int i = 0; i < 100; i++) {
                assertThat(answer(on(0))).isEmpty();
            }
        });
        assertThat(refused).as("a hundred, in less than one would wait").isLessThan(DEADLINE.toMillis());
        assertThat(answer(on(1))).isPresent();
        assertThat(answer(on(2))).isPresent();

        nodes.servers().get(0).thaw();
        Await.until(() -> answer(on(0)).isPresent());
    }

    @Test
    void whatSharesPermitsIsNotTriedOnAMasterThatAnswersForOneThatDoesNot() {
        List<Integer> ofProbes = List.of(nodeOf("ratelimit:v1:probe"), nodeOf("ratelimit:v1:probe:{limiter}"));
        int node = IntStream.range(0, NODES)
                .filter(each -> !ofProbes.contains(each))
                .findFirst()
                .orElseThrow();
        Limit limit = Limit.of(1_000, Duration.ofHours(1), Algorithm.REDISSON);
        PermitRequest shared = new PermitRequest(keyOn(node, "shared"), limit, 1, false);
        assertThat(answer(shared)).isPresent();

        nodes.servers().get(node).freeze();
        for (int i = 0; i < 5; i++) {
            assertThat(answer(shared)).isEmpty();
        }
        long opened = System.nanoTime();
        int late = 0;
        while (System.nanoTime() - opened < 4 * DEADLINE.toNanos()) {
            boolean probed = System.nanoTime() - opened > 2 * DEADLINE.toNanos();
            assertThat(answer(shared)).isEmpty();
            late += probed ? 1 : 0;
        }
        assertThat(late)
                .as("after a probe, in a second in which two could wait")
                .isGreaterThan(5);

        nodes.servers().get(node).thaw();
        Await.until(() -> answer(shared).isPresent());
    }

    @Test
    void anAcquisitionOverSeveralMastersHasTheAnswersOfThoseThatAnswer() {
        long before = acquire(on(1)).remaining();
        nodes.servers().get(0).freeze();
        for (int i = 0; i < 5; i++) {
            answer(on(0));
        }
        Throwable failure = store.tryAcquire(Acquisition.of(List.of(on(1), on(0), on(2))))
                .handle((decisions, thrown) -> thrown)
                .toCompletableFuture()
                .join();
        assertThat(failure)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(PartlyUnavailableException.class);
        List<Optional<Decision>> decisions =
                ((PartlyUnavailableException) Objects.requireNonNull(failure.getCause())).decisions();
        assertThat(decisions).extracting(Optional::isPresent).containsExactly(true, false, true);
        assertThat(decisions.get(0).orElseThrow().remaining()).isEqualTo(before - 1);
        assertThat(decisions.get(0).orElseThrow().receipt()).isPresent();

        nodes.servers().get(0).thaw();
        Await.until(() -> answer(on(0)).isPresent());
        assertThat(acquire(on(1)).remaining()).as("it stayed charged").isEqualTo(before - 2);
    }

    @Test
    void whatTheOthersSaidIsHeardThoughNobodyKnowsYetThatOneStandsStill() {
        long before = acquire(on(1)).remaining();
        RateLimitStore inTime = new DeadlineStore(
                store,
                new Deadlines(scheduler, DEADLINE, () -> new StoreUnavailableException("nothing was heard", null)),
                why -> {});
        nodes.servers().get(0).freeze();
        Throwable failure = inTime.tryAcquire(Acquisition.of(List.of(on(1), on(0), on(2))))
                .handle((decisions, thrown) -> thrown)
                .toCompletableFuture()
                .join();
        assertThat(failure).hasCauseInstanceOf(PartlyUnavailableException.class);
        assertThat(((PartlyUnavailableException) Objects.requireNonNull(failure.getCause())).decisions())
                .extracting(Optional::isPresent)
                .containsExactly(true, false, true);

        nodes.servers().get(0).thaw();
        Await.until(() -> answer(on(0)).isPresent());
        assertThat(acquire(on(1)).remaining()).isEqualTo(before - 2);
    }

    @Test
    void aMasterThatOnlyPartsAreAskedOfIsSparedToo() {
        RateLimitStore inTime = new DeadlineStore(
                store,
                new Deadlines(scheduler, DEADLINE, () -> new StoreUnavailableException("nothing was heard", null)),
                why -> {});
        Acquisition all = Acquisition.of(List.of(on(1), on(0), on(2)));
        nodes.servers().get(0).freeze();
        for (int i = 0; i < 6; i++) {
            assertThat(inTime.tryAcquire(all).toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withCauseInstanceOf(PartlyUnavailableException.class);
        }
        Await.until(() -> millis(() -> inTime.tryAcquire(all)
                        .handle((decisions, failure) -> failure)
                        .toCompletableFuture()
                        .join())
                < DEADLINE.toMillis() / 5);
        long refused = millis(() -> {
            for (int i = 0; i < 20; i++) {
                assertThat(inTime.tryAcquire(all).toCompletableFuture()).failsWithin(Duration.ofSeconds(60));
            }
        });
        assertThat(refused).as("twenty, in less than one would wait").isLessThan(DEADLINE.toMillis());
        nodes.servers().get(0).thaw();
    }

    /** Where a script's policy is on a master that stands still, the limiter's master has done nothing wrong. */
    @Test
    void theMasterOfALimiterIsNotBlamedForThatOfAScriptNorTheOtherWayRound() {
        PermitRequest shared = new PermitRequest(
                keyOn(1, "shared"), Limit.of(1_000, Duration.ofHours(1), Algorithm.REDISSON), 1, false);
        assertThat(answer(store, shared)).isPresent();
        Acquisition mixed = Acquisition.of(List.of(on(0), shared));
        nodes.servers().get(0).freeze();
        for (int i = 0; i < 20; i++) {
            assertThat(store.tryAcquire(mixed).toCompletableFuture()).failsWithin(Duration.ofSeconds(60));
            assertThat(answer(store, shared)).as("the limiter alone").isPresent();
            assertThat(answer(store, on(1))).as("a script there").isPresent();
        }
        nodes.servers().get(0).thaw();
        Await.until(() -> answer(store, on(0)).isPresent());

        nodes.servers().get(1).freeze();
        for (int i = 0; i < 20; i++) {
            assertThat(store.tryAcquire(mixed).toCompletableFuture()).failsWithin(Duration.ofSeconds(60));
            assertThat(answer(store, on(0))).as("a script on the other master").isPresent();
        }
        long before = acquire(store, on(0)).remaining();
        for (int i = 0; i < 10; i++) {
            assertThat(store.tryAcquire(mixed).toCompletableFuture()).failsWithin(Duration.ofSeconds(60));
        }
        assertThat(acquire(store, on(0)).remaining())
                .as("nothing is charged for a limiter that nobody asks")
                .isEqualTo(before - 1);
        nodes.servers().get(1).thaw();
    }

    @Test
    void behindAProxyAsContainersMakeThemAMasterIsSparedToo() {
        RedissonClient client = RedissonClients.cluster(nodes.addresses());
        RedissonClient proxy = (RedissonClient) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RedissonClient.class},
                (self, method, args) -> method.invoke(client, args));
        ConnectingStore.Place place =
                new ConnectingStore.Place("proxied", DEADLINE, getClass().getClassLoader(), false);
        try (RateLimitStore borrowed =
                ConnectingStore.borrowed(() -> proxy, place, new Timers(scheduler, scheduler), why -> {})) {
            Await.until(() -> answer(borrowed, on(0)).isPresent());
            nodes.servers().get(0).freeze();
            for (int i = 0; i < 5; i++) {
                assertThat(answer(borrowed, on(0))).isEmpty();
                assertThat(answer(borrowed, on(1))).isPresent();
                assertThat(answer(borrowed, on(2))).isPresent();
            }
            long refused = millis(() -> {
                for (int i = 0; i < 10; i++) {
                    assertThat(answer(borrowed, on(0))).isEmpty();
                }
            });
            assertThat(refused).as("ten, in less than one would wait").isLessThan(DEADLINE.toMillis());
        } finally {
            nodes.servers().get(0).thaw();
            client.shutdown();
        }
    }
}
