package io.headgate.internal.store.redis;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.spi.Acquisition;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.redisson.api.RedissonClient;

/** Counts in Redis. */
public final class RedisStore implements RateLimitStore {

    private final List<Object> parts;

    /**
     * A store on a client that someone else owns and closes.
     *
     * @param client reaches Redis; only the executor's threads use it
     * @param namespace the first part of every key
     * @param deadline how long Redis has to answer
     * @param executor threads of Headgate's own
     */
    public RedisStore(RedissonClient client, String namespace, Duration deadline, Executor executor) {
        this.parts = List.of(client, namespace, deadline, executor);
    }

    /** Asks Redis to do once what every acquisition needs, a write too; the key is {@code <namespace>:v1:probe}. */
    public CompletionStage<Void> probe() {
        return CompletableFuture.failedFuture(new StoreUnavailableException("no store yet: " + parts, null));
    }

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        return CompletableFuture.failedFuture(new StoreUnavailableException("no store yet: " + parts, null));
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        return CompletableFuture.failedFuture(new StoreUnavailableException("no store yet: " + parts, null));
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        return CompletableFuture.failedFuture(new StoreUnavailableException("no store yet: " + parts, null));
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        return CompletableFuture.failedFuture(new StoreUnavailableException("no store yet: " + parts, null));
    }
}
