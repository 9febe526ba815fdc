package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.internal.store.DeadlineStore;
import io.headgate.internal.time.Deadlines;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Alone;
import io.headgate.testing.Load;
import io.headgate.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One of three masters is killed: its slots fail until somebody has them again, those of the others never. */
@Alone
@Timeout(120)
class ClusterFailoverTest extends ClusterUnderTest {

    private static final Duration DEADLINE = Duration.ofSeconds(1);

    /** Nodes miss a master after five seconds, and vote. Redisson looks every five seconds who has what. */
    private static final Duration FAILOVER = Duration.ofSeconds(25);

    private final RateLimitStore inTime = new DeadlineStore(
            store, new Deadlines(scheduler, DEADLINE, () -> new StoreUnavailableException("late", null)), why -> {});

    ClusterFailoverTest() {
        super(DEADLINE, false);
    }

    /** As a policy would answer that refuses while nobody counts. */
    private int status(PermitRequest request) {
        return answer(inTime, request)
                .map(decision -> decision.allowed() ? 200 : 429)
                .orElse(503);
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
