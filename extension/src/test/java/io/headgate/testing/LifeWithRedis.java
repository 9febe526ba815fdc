package io.headgate.testing;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.store.redis.ConnectingStore;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.Timers;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What becomes of an application that has the address of a Redis server: one request, and the end. */
public class LifeWithRedis implements Callable<Boolean> {

    private static final Duration GENEROUS = Duration.ofSeconds(20);

    protected final String address;

    /** A life with this server. */
    public LifeWithRedis(String address) {
        this.address = address;
    }

    /** The store that it has. */
    protected RateLimitStore store(ConnectingStore.Place place, Timers timers) {
        RedisServers servers = new RedisServers(
                RedisServers.Mode.SINGLE,
                List.of(address),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty());
        return ConnectingStore.own(servers, place, timers, why -> {});
    }

    /** What it does with the store; true when that went well. */
    protected boolean use(RateLimitStore store) throws Exception {
        return ask(store).get(GENEROUS.toSeconds(), TimeUnit.SECONDS).get(0).allowed();
    }

    /** One request. */
    protected static CompletableFuture<List<Decision>> ask(RateLimitStore store) {
        PermitRequest request = new PermitRequest(
                LimitKey.of("life", List.of("ip", "192.0.2.1")), Limit.of(2, Duration.ofHours(1)), 1, false);
        return store.tryAcquire(Acquisition.of(request)).toCompletableFuture();
    }

    @Override
    public Boolean call() throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try (BackgroundScheduler scheduler = new BackgroundScheduler("headgate-test", loader, failure -> {});
                RateLimitStore store = store(
                        new ConnectingStore.Place("life", GENEROUS, loader, false), new Timers(scheduler, scheduler))) {
            return use(store);
        }
    }
}
