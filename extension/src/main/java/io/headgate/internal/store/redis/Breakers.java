package io.headgate.internal.store.redis;

import io.headgate.internal.store.Breaker;
import io.headgate.spi.StoreUnavailableException;
import java.util.Collection;
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
    private final Consumer<CompletableFuture<?>> late;
    private final ConcurrentMap<Object, Breaker> byMaster = new ConcurrentHashMap<>();

    /** Null where there is one server for all. */
    private volatile @Nullable Cluster cluster;

    /** The masters that there are now; each is the same object for as long as it is there. */
    interface Cluster {

        /** Who has a slot; null where nobody has. */
        @Nullable
        Object masterOf(int slot);

        /** All of them. */
        Collection<?> masters();
    }

    private Breakers(
            @Nullable Supplier<Breaker> breakers,
            Consumer<CompletableFuture<?>> lost,
            Consumer<CompletableFuture<?>> late) {
        this.breakers = breakers;
        this.lost = lost;
        this.late = late;
    }

    /**
     * Breakers that are made when they are needed.
     *
     * @param lost fails a question that is neither answered nor failed, since nothing can be learnt from such a one
     * @param late fails what some master is asked together with others, so early that what those said can still be heard
     */
    static Breakers of(
            Supplier<Breaker> breakers, Consumer<CompletableFuture<?>> lost, Consumer<CompletableFuture<?>> late) {
        return new Breakers(breakers, lost, late);
    }

    /** Everything is asked, whatever failed before. */
    static Breakers none() {
        return new Breakers(null, question -> {}, question -> {});
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
                : breaker(master(key), breakers).ask(() -> watched(question.get()), probe);
    }

    /** Those of masters that have left go when another one comes. */
    private Breaker breaker(Object master, Supplier<Breaker> made) {
        Breaker known = byMaster.get(master);
        if (known != null) {
            return known;
        }
        Cluster there = cluster;
        if (there != null) {
            byMaster.keySet().removeIf(each -> each != ALL && !there.masters().contains(each));
        }
        return byMaster.computeIfAbsent(master, added -> made.get());
    }

    /** What is asked about one subject of several. A copy: what its breaker learns must not end with it. */
    <T> CompletionStage<T> part(CompletionStage<T> question) {
        CompletableFuture<T> inTime = question.toCompletableFuture().copy();
        late.accept(inTime);
        return inTime;
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
        Cluster known = cluster;
        Object master = known == null ? null : known.masterOf(StoreClocks.slot(key));
        return master == null ? ALL : master;
    }

    /**
     * From now on questions go to this client. To be called on a thread of Headgate's own.
     *
     * <p>A client that is a bean is mostly a proxy, and shows nothing of Redisson's inside. What it makes is none.
     */
    void reach(RedissonClient client) {
        if (client.getConfig().isClusterConfig() && client.getKeys() instanceof RedissonKeys keys) {
            reach(new OfRedisson(keys.getConnectionManager()));
        }
    }

    void reach(Cluster masters) {
        cluster = masters;
    }

    /** How many there are, for tests: what grows with a cluster's history would be a leak. */
    int size() {
        return byMaster.size();
    }

    /** As Redisson knows it. */
    private record OfRedisson(ConnectionManager manager) implements Cluster {

        @Override
        public @Nullable Object masterOf(int slot) {
            return manager.getEntry(slot);
        }

        @Override
        public Collection<?> masters() {
            return manager.getEntrySet();
        }
    }
}
