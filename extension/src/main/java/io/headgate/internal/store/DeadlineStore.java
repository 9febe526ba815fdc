package io.headgate.internal.store;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.time.Deadlines;
import io.headgate.spi.Acquisition;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * A store that answers in time, or fails in time. The stage of the store within is failed itself, so that the store sees
 * that nobody waits any more; what it answers then goes unheard.
 */
public final class DeadlineStore implements RateLimitStore {

    /** What callers are told after the end. */
    public static final String STOPPING = "HG0311: the application is stopping, the client of its store is closed";

    private final RateLimitStore store;
    private final Deadlines deadlines;
    private final Outage outage;

    /**
     * Puts a deadline on every question.
     *
     * @param store closed with this one
     * @param deadlines how long each may take, and what it fails with then
     * @param outage hears of each decision that came in time
     */
    public DeadlineStore(RateLimitStore store, Deadlines deadlines, Outage outage) {
        this.store = store;
        this.deadlines = deadlines;
        this.outage = outage;
    }

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        return heard(inTime(() -> store.tryAcquire(acquisition)));
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        return heard(inTime(() -> store.peek(acquisition)));
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        return inTime(() -> store.refund(receipts));
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        return inTime(() -> store.reset(key));
    }

    private <T> CompletionStage<T> inTime(Supplier<CompletionStage<T>> question) {
        try {
            CompletableFuture<T> answer = question.get().toCompletableFuture();
            deadlines.watch(answer);
            return answer;
        } catch (RejectedExecutionException full) {
            return CompletableFuture.failedFuture(new StoreUnavailableException(
                    "the store takes no more questions: too many wait for an answer, or the application stops", full));
        }
    }

    private <T> CompletionStage<T> heard(CompletionStage<T> answer) {
        return answer.whenComplete((decisions, failure) -> {
            if (failure == null) {
                outage.answered();
            }
        });
    }

    /** What operators are told of a question that got no answer in time. */
    public static String late(Duration timeout) {
        return "HG0300: Redis did not answer within " + timeout.toMillis()
                + " ms: is it reachable, and does anything keep it busy? Raise ratelimit.redis.timeout if it is only"
                + " far away";
    }

    /** Tells whoever still waits that there is no answer, and closes the store within, which may take a while. */
    @Override
    public void close() {
        deadlines.close();
        store.close();
    }
}
