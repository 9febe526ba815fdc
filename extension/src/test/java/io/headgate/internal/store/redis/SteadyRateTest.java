package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.Alone;
import io.headgate.testing.ManualTime;
import io.headgate.testing.Parallel;
import io.headgate.testing.Parallel.Threads;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * A minute of calls without a pause; each moves the time on by a bit. All share a connection, or some would come to the server
 * with a time that others have left behind.
 */
@Alone
@Timeout(120)
class SteadyRateTest extends StoreKit {

    private static final int CALLS = 10_000;
    private static final long STEP_MICROS = Duration.ofMinutes(1).toNanos() / 1000 / CALLS;

    private Instant start = Instant.EPOCH;

    private final RedisServer server = RedisServer.shared();
    private final ExecutorService inOrder = Executors.newSingleThreadExecutor();
    private final RedissonClient client = Redisson.create(oneConnection(server));

    private static Config oneConnection(RedisServer server) {
        Config config = RedissonClients.smallConfig(server.address());
        config.useSingleServer().setConnectionPoolSize(1).setConnectionMinimumIdleSize(1);
        return config;
    }

    @AfterEach
    void close() {
        client.shutdown();
        inOrder.shutdown();
    }

    private RateLimitStore node() {
        return new RedisStore(client, RedisKit.NAMESPACE, RedisKit.DEADLINE, inOrder, TimeSource.monotonic(), () -> {
            time.advanceMicros(STEP_MICROS);
            return time.micros();
        });
    }

    @Override
    protected RateLimitStore open(ManualTime time) {
        start = time.instant();
        server.clear();
        return node();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d09_theRateOfTwoNodesWithEightThreadsStaysWhatItIs(Algorithm algorithm) throws Exception {
        List<RateLimitStore> nodes = List.of(store, node());
        PermitRequest request = one("steady", limit(algorithm, 100, 1));

        List<Decision> admitted = Parallel.rounds(Threads.PLATFORM, 1, 8, (round, thread) -> {
                    List<Decision> passed = new ArrayList<>();
                    for (int call = 0; call < CALLS / 8; call++) {
                        Decision decision = answer(nodes.get(thread % 2).tryAcquire(Acquisition.of(request)))
                                .get(0);
                        if (decision.allowed()) {
                            passed.add(decision);
                        }
                    }
                    return passed;
                })
                .get(0)
                .stream()
                .flatMap(List::stream)
                .toList();

        assertThat(admitted.size()).isBetween(5_900, 6_100);
        long early = admitted.stream().filter(one -> second(one) / 10 == 1).count();
        long late = admitted.stream().filter(one -> second(one) / 10 == 5).count();
        assertThat(late).as("in the last ten seconds").isBetween(early - 20, early + 20);
    }

    private long second(Decision decision) {
        return Duration.between(start, decision.decidedAt()).toSeconds();
    }
}
