package io.headgate.internal.store.redis;

import io.headgate.internal.store.Breaker;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;

/**
 * A breaker for each server that can fail alone: one for all there is, or in a cluster one for each master. The loss of one
 * master is no reason not to ask the others.
 */
final class Breakers {

    /** What everything shares that belongs to no known master. */
    private static final Object ALL = new Object();

    private final @Nullable Supplier<Breaker> breakers;
    private final ConcurrentMap<Object, Breaker> byMaster = new ConcurrentHashMap<>();

    private Breakers(@Nullable Supplier<Breaker> breakers) {
        this.breakers = breakers;
    }

    /** Breakers that are made when they are needed. */
    static Breakers of(Supplier<Breaker> breakers) {
        return new Breakers(breakers);
    }

    /** Everything is asked, whatever failed before. */
    static Breakers none() {
        return new Breakers(null);
    }

    /**
     * Asks, unless the server is known not to answer.
     *
     * @param key one of those that are asked about
     */
    <T> CompletionStage<T> ask(
            RedissonClient client,
            String key,
            Supplier<CompletionStage<T>> question,
            Supplier<CompletionStage<Void>> probe) {
        return breakers == null
                ? question.get()
                : byMaster.computeIfAbsent(master(client, key), master -> breakers.get())
                        .ask(question, probe);
    }

    /** What Redisson knows as the master of a key, and keeps when another server takes its place. */
    private static Object master(RedissonClient client, String key) {
        if (!client.getConfig().isClusterConfig() || !(client instanceof Redisson redisson)) {
            return ALL;
        }
        Object master = redisson.getCommandExecutor().getConnectionManager().getEntry(StoreClocks.slot(key));
        return master == null ? ALL : master;
    }
}
