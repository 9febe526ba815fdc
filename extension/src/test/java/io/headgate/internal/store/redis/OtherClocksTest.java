package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.testing.Await;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RedissonClient;

/** Two processes, one of which has a clock that is wrong and is set: the one clock that decides is Redis's. */
@Timeout(60)
class OtherClocksTest {

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int PERMITS = 4;
    private static final Limit FOUR = Limit.of(PERMITS, Duration.ofSeconds(1), Algorithm.FIXED_WINDOW);

    private final RedissonClient client =
            RedissonClients.defaults(RedisServer.shared().address());
    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final AtomicLong aheadMicros = new AtomicLong(TimeUnit.SECONDS.toMicros(-10));
    private final RedisStore right = store(TimeSource.system());
    private final RedisStore wrong = store(() -> TimeSource.system().micros() + aheadMicros.get());

    private RedisStore store(TimeSource here) {
        return new RedisStore(client, "clocks", DEADLINE, executor, here, () -> "");
    }

    @AfterEach
    void close() {
        client.shutdown();
        executor.shutdownNow();
    }

    private static Decision acquire(RedisStore store, String subject) {
        return store.tryAcquire(
                        Acquisition.of(new PermitRequest(LimitKey.of("p", List.of("ip", subject)), FOUR, 1, false)))
                .toCompletableFuture()
                .join()
                .get(0);
    }

    /** How many of the calls that both make in turns passed in each second of Redis. */
    private Map<Long, Integer> passed(String subject) {
        Map<Long, Integer> passed = new TreeMap<>();
        Instant start = Instant.EPOCH;
        Instant now = start;
        for (int i = 0; i == 0 || now.isBefore(start.plusMillis(1_500)); i++) {
            Decision decision = acquire(i % 2 == 0 ? wrong : right, subject);
            now = decision.decidedAt();
            start = i == 0 ? now : start;
            if (decision.allowed()) {
                passed.merge(now.getEpochSecond(), 1, Integer::sum);
            }
        }
        return passed;
    }

    @Test
    void d30_aClockThatIsLateAndIsSetAnHourAheadGainsAndLosesNobodyAnything() {
        assertThat(passed("192.0.2.30").values()).allMatch(each -> each <= PERMITS);

        aheadMicros.set(TimeUnit.HOURS.toMicros(1));
        Map<Long, Integer> passed = passed("192.0.2.31");
        assertThat(passed.values()).allMatch(each -> each <= PERMITS);
        assertThat(passed).as("nobody is locked out").hasSizeGreaterThan(1);

        aheadMicros.set(0);
        Await.until(() -> acquire(wrong, "192.0.2.31").allowed());
        assertThat(acquire(wrong, "192.0.2.31").resetAfter().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(1));
    }
}
