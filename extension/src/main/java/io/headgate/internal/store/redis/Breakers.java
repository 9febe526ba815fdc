package io.headgate.internal.store.redis;

import io.headgate.internal.store.Breaker;
import io.headgate.spi.StoreUnavailableException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.RedissonKeys;
import org.redisson.api.RedissonClient;
import org.redisson.connection.ConnectionManager;

/**
 * A breaker for each server that can fail alone: one for all there is, or in a cluster one for each master. The loss of one
 * master is no reason not to ask the others.
 */
final class Breakers {

    /** What everything shares that belongs to no known master. */
    private static final Object ALL = new Object();

    private final @Nullable Supplier<Breaker> breakers;
    private final Consumer<CompletableFuture<?>> lost;
    private final ConcurrentMap<Object, Breaker> byMaster = new ConcurrentHashMap<>();

    /** Knows the masters of a cluster; null where there is one server for all. */
    private volatile @Nullable ConnectionManager cluster;

    private Breakers(@Nullable Supplier<Breaker> breakers, Consumer<CompletableFuture<?>> lost) {
        this.breakers = breakers;
        this.lost = lost;
    }

    /**
     * Breakers that are made when they are needed.
     *
     * @param lost fails a question that is neither answered nor failed, since nothing can be learnt from such a one
     */
    static Breakers of(Supplier<Breaker> breakers, Consumer<CompletableFuture<?>> lost) {
        return new Breakers(breakers, lost);
    }

    /** Everything is asked, whatever failed before. */
    static Breakers none() {
        return new Breakers(null, question -> {});
    }

    /**
     * Asks, unless the server is known not to answer.
     *
     * @param key one of those that are asked about
     */
    <T> CompletionStage<T> ask(
            String key, Supplier<CompletionStage<T>> question, Supplier<CompletionStage<Void>> probe) {
        return breakers == null
                ? question.get()
                : byMaster.computeIfAbsent(master(key), master -> breakers.get())
                        .ask(() -> watched(question.get()), probe);
    }

    private <T> CompletionStage<T> watched(CompletionStage<T> question) {
        lost.accept(question.toCompletableFuture());
        return question;
    }

    /** Why nothing is asked about a key now; empty where it is. */
    Optional<StoreUnavailableException> refusal(String key) {
        Breaker breaker = byMaster.get(master(key));
        return breaker == null ? Optional.empty() : breaker.refusal();
    }

    /** What Redisson knows as the master of a key, and keeps when another server takes its place. */
    private Object master(String key) {
        ConnectionManager known = cluster;
        Object master = known == null ? null : known.getEntry(StoreClocks.slot(key));
        return master == null ? ALL : master;
    }

    /**
     * From now on questions go to this client. To be called on a thread of Headgate's own.
     *
     * <p>A client that is a bean is mostly a proxy, and shows nothing of Redisson's inside. What it makes is none.
     */
    void reach(RedissonClient client) {
        if (client.getConfig().isClusterConfig() && client.getKeys() instanceof RedissonKeys keys) {
            cluster = keys.getConnectionManager();
        }
    }
}
