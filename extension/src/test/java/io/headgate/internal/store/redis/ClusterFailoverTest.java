package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.store.DeadlineStore;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.store.RedisServers.Mode;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.Deadlines;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Await;
import io.headgate.testing.Load;
import io.headgate.testing.RedisNodes;
import io.headgate.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One of three masters is killed: its slots fail until somebody has them again, those of the others never. */
@Timeout(120)
class ClusterFailoverTest {

    private static final Duration DEADLINE = Duration.ofSeconds(1);

    /** Nodes miss a master after five seconds, and vote. Redisson looks every five seconds who has what. */
    private static final Duration FAILOVER = Duration.ofSeconds(25);

    private static final int SLOTS = 16_384;
    private static final int NODES = 3;
    private static final Limit LIMIT = Limit.of(1_000_000, Duration.ofHours(1));

    private final RedisNodes nodes = new RedisNodes();
    private final BackgroundScheduler scheduler =
            new BackgroundScheduler("headgate-test", getClass().getClassLoader(), failure -> {});
    private final RateLimitStore store = new DeadlineStore(
            ConnectingStore.own(
                    new RedisServers(
                            Mode.CLUSTER,
                            List.of(nodes.addresses()),
                            Optional.empty(),
                            Optional.empty(),
                            0,
                            Optional.empty(),
                            Optional.empty()),
                    new ConnectingStore.Place("ratelimit", DEADLINE, getClass().getClassLoader(), false),
                    scheduler,
                    why -> {}),
            new Deadlines(scheduler, DEADLINE, () -> new StoreUnavailableException("late", null)),
            why -> {});

    @BeforeEach
    void connected() {
        for (int node = 0; node < NODES; node++) {
            PermitRequest request = on(node);
            Await.until(() -> status(request) == 200);
        }
    }

    @AfterEach
    void close() {
        scheduler.close();
        store.close();
        nodes.close();
    }

    private static PermitRequest on(int node) {
        LimitKey key = Stream.iterate(0, i -> i + 1)
                .map(i -> LimitKey.of("p", List.of("ip", "192.0.2." + i)))
                .filter(each -> StoreClocks.slot(each.toString()) * NODES / SLOTS == node)
                .findFirst()
                .orElseThrow();
        return new PermitRequest(key, LIMIT, 1, false);
    }

    /** As a policy would answer that refuses while nobody counts. */
    private int status(PermitRequest request) {
        try {
            List<Decision> decisions = store.tryAcquire(Acquisition.of(request))
                    .toCompletableFuture()
                    .join();
            return decisions.get(0).allowed() ? 200 : 429;
        } catch (CompletionException failure) {
            assertThat(failure).hasCauseInstanceOf(StoreUnavailableException.class);
            return 503;
        }
    }

    /** Asks the killed master and another one in turns. */
    private Load load() {
        return new Load(
                () -> {
                    assertThat(status(on(1))).as("another master").isEqualTo(200);
                    return status(on(0));
                },
                FAILOVER);
    }

    @Test
    void d27_aReplicaTakesOver() {
        RedisServer replica = nodes.replicaOf(0);
        nodes.servers().get(0).stop();
        Load load = load();
        Duration took = load.untilItDecides();
        System.out.println("cluster: decided again " + took.toMillis() + " ms after a master went, " + load.count(503)
                + " calls refused, the slowest took " + load.slowest().toMillis() + " ms");
        assertThat(load.statuses()).containsOnly(200, 503);
        assertThat(replica.keys()).isNotEmpty();
    }

    @Test
    void d27_nobodyTakesOverUntilItIsBack() throws Exception {
        nodes.servers().get(0).stop();
        Load alone = new Load(() -> status(on(0)), Duration.ofSeconds(8));
        alone.goOn();
        assertThat(alone.statuses()).containsOnly(503);
        for (int i = 0; i < 20; i++) {
            assertThat(status(on(1))).isEqualTo(200);
            assertThat(status(on(2))).isEqualTo(200);
        }

        nodes.servers().get(0).startAgain();
        Load load = load();
        assertThat(load.untilItDecides()).isLessThan(FAILOVER);
        assertThat(load.statuses()).isSubsetOf(200, 503);
    }
}
