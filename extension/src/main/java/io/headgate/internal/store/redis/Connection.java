package io.headgate.internal.store.redis;

import io.headgate.internal.time.TimeSource;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The way to a store that may not be there yet. While the first attempt to connect runs, questions wait for it; after a
 * failed one, or when it takes long, they fail at once, until there is a connection.
 */
final class Connection {

    /** How many questions may wait. */
    static final int MOST_WAITING = 10_000;

    private final TimeSource here;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile CompletableFuture<RedisStore> store = new CompletableFuture<>();

    /** A connection of which nothing is known; the clock is that by which the store tells how long ago it was asked. */
    Connection(TimeSource here) {
        this.here = here;
    }

    void isThere(RedisStore connected) {
        if (!store.complete(connected)) {
            store = CompletableFuture.completedFuture(connected);
        }
    }

    void isMissing(StoreUnavailableException why) {
        if (!store.completeExceptionally(why)) {
            store = CompletableFuture.failedFuture(why);
        }
    }

    /** The first attempt takes its time: nobody waits for it any longer. */
    boolean isSlow(StoreUnavailableException why) {
        return store.completeExceptionally(why);
    }

    /** Asks the store now, or when it is there; its deadline begins now. */
    <T> CompletionStage<T> ask(Function<RateLimitStore, CompletionStage<T>> question) {
        CompletableFuture<RedisStore> current = store;
        if (current.isDone() && !current.isCompletedExceptionally()) {
            return question.apply(current.join());
        }
        if (!current.isDone() && waiting.get() >= MOST_WAITING) {
            return CompletableFuture.failedFuture(Failures.tooMany(MOST_WAITING));
        }
        waiting.incrementAndGet();
        long askedMicros = here.micros();
        CompletableFuture<T> answer = new CompletableFuture<>();
        CompletableFuture<?> unused = current.whenComplete((connected, failure) -> {
            waiting.decrementAndGet();
            if (failure != null) {
                answer.completeExceptionally(failure);
            } else if (!answer.isDone()) {
                pass(question.apply(connected.askedAt(askedMicros)), answer);
            }
        });
        return answer;
    }

    private static <T> void pass(CompletionStage<T> from, CompletableFuture<T> to) {
        from.whenComplete((value, failure) -> {
            if (failure == null) {
                to.complete(value);
            } else {
                to.completeExceptionally(failure);
            }
        });
    }
}
