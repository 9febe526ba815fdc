package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.store.RedisServers.Mode;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.Timers;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Await;
import io.headgate.testing.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Three masters, to each of which something may happen, and a store that has met them all. */
abstract class ClusterUnderTest {

    static final int NODES = 3;

    private static final int SLOTS = 16_384;
    private static final Limit LIMIT = Limit.of(1_000_000, Duration.ofHours(1));

    final RedisNodes nodes = new RedisNodes();
    final BackgroundScheduler scheduler =
            new BackgroundScheduler("headgate-test", getClass().getClassLoader(), failure -> {});
    final RateLimitStore store;

    /**
     * Starts the masters.
     *
     * @param shares whether policies share their permits with other Redisson programs
     */
    ClusterUnderTest(Duration deadline, boolean shares) {
        RedisServers servers = new RedisServers(
                Mode.CLUSTER,
                List.of(nodes.addresses()),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty());
        store = ConnectingStore.own(
                servers,
                new ConnectingStore.Place("ratelimit", deadline, getClass().getClassLoader(), shares),
                new Timers(scheduler, scheduler),
                why -> {});
    }

    @BeforeEach
    void connected() {
        for (int node = 0; node < NODES; node++) {
            PermitRequest request = on(node);
            Await.until(() -> answer(store, request).isPresent());
        }
    }

    @AfterEach
    void close() {
        scheduler.close();
        store.close();
        nodes.close();
    }

    /** A request whose subject is kept by this node. */
    static PermitRequest on(int node) {
        return new PermitRequest(keyOn(node, "p"), LIMIT, 1, false);
    }

    static LimitKey keyOn(int node, String policy) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> LimitKey.of(policy, List.of("ip", "192.0.2." + i)))
                .filter(each -> nodeOf(each.toString()) == node)
                .findFirst()
                .orElseThrow();
    }

    static int nodeOf(String key) {
        return StoreClocks.slot(key) * NODES / SLOTS;
    }

    /** What a store says; empty where it is unavailable. */
    static Optional<Decision> answer(RateLimitStore store, PermitRequest request) {
        try {
            return Optional.of(acquire(store, request));
        } catch (CompletionException failure) {
            assertThat(failure).hasCauseInstanceOf(StoreUnavailableException.class);
            return Optional.empty();
        }
    }

    static Decision acquire(RateLimitStore store, PermitRequest request) {
        return store.tryAcquire(Acquisition.of(request))
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join()
                .get(0);
    }
}
