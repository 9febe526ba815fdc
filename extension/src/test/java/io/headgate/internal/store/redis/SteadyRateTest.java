package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.ManualTime;
import io.headgate.testing.Parallel;
import io.headgate.testing.Parallel.Threads;
import io.headgate.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A minute of calls without a pause; each moves the time on by a bit. */
@Timeout(120)
class SteadyRateTest extends StoreKit {

    private static final int CALLS = 10_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Instant start = Instant.EPOCH;

    @Override
    protected RateLimitStore open(ManualTime time) {
        start = time.instant();
        return RedisKit.emptied(RedisServer.shared(), time);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d09_theRateOfTwoNodesWithEightThreadsStaysWhatItIs(Algorithm algorithm) throws Exception {
        List<RateLimitStore> nodes = List.of(node(), node());
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
        long first = admitted.stream().filter(one -> second(one) < 11 && second(one) >= 1).count();
        long last = admitted.stream().filter(one -> second(one) >= 50).count();
        assertThat(last).as("in the last ten seconds").isBetween(first - 10, first + 10);
    }

    private RateLimitStore node() {
        long stepMicros = MINUTE.toNanos() / 1000 / CALLS;
        return new RedisStore(
                RedisKit.client(RedisServer.shared()),
                RedisKit.NAMESPACE,
                RedisKit.DEADLINE,
                RedisKit.HEADGATE,
                TimeSource.monotonic(),
                () -> {
                    time.advanceMicros(stepMicros);
                    return time.micros();
                });
    }

    private long second(Decision decision) {
        return Duration.between(start, decision.decidedAt()).toSeconds();
    }
}
