package io.headgate.internal.engine;

import io.headgate.Decision;
import io.headgate.Receipt;
import io.headgate.Verdict;
import io.headgate.internal.log.Log;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.spi.RateLimitStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets calls wait for their turn, and no more of them than the process can bear. A call takes a place before the store is
 * asked: one that finds none must not be charged for a turn that it cannot wait for. It keeps the place until its turn has
 * come, or was given up.
 */
public final class Turns implements AutoCloseable {

    private final int places;
    private final BackgroundScheduler scheduler;
    private final RateLimitStore store;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicBoolean toldOfNone = new AtomicBoolean();
    private final Set<Runnable> refusals = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Places for one application.
     *
     * @param places how many calls may wait, 0 and more
     * @param scheduler has a thread of its own, since whatever else it did would put calls off; closed with this
     * @param store takes back what calls were charged that do not wait any more
     */
    public Turns(int places, BackgroundScheduler scheduler, RateLimitStore store) {
        this.places = places;
        this.scheduler = scheduler;
        this.store = store;
    }

    /** Takes a place; false if there is none. */
    boolean takePlace() {
        boolean found = taken.getAndUpdate(before -> before < places ? before + 1 : before) < places;
        if (!found && !toldOfNone.getAndSet(true)) {
            Log.noPlaceToWait(places);
        }
        return found;
    }

    /** Frees the place of a call that does not wait. */
    void leavePlace() {
        taken.decrementAndGet();
    }

    /** How many places are taken. */
    int taken() {
        return taken.get();
    }

    /** The turn of a call that has a place; frees it at once where there is nothing to wait for. */
    Turn of(Verdict verdict) {
        if (verdict.delay().isZero()) {
            leavePlace();
            return Turn.now(verdict);
        }
        CompletableFuture<Verdict> end = new CompletableFuture<>();
        Runnable refusal = () -> refuse(end);
        refusals.add(refusal);
        Optional<Future<?>> timer = start(verdict, end);
        // Whoever hears that the turn has come finds the place free already.
        CompletableFuture<Verdict> come = end.whenComplete((known, never) -> {
            refusals.remove(refusal);
            timer.ifPresent(started -> started.cancel(false));
            leavePlace();
        });
        if (closed) {
            refuse(end);
        }
        return Turn.later(verdict, come, () -> {
            if (refuse(end)) {
                giveBack(verdict);
            }
        });
    }

    private Optional<Future<?>> start(Verdict verdict, CompletableFuture<Verdict> end) {
        try {
            return Optional.of(scheduler.schedule(verdict.delay(), () -> end.complete(verdict)));
        } catch (RejectedExecutionException atTheEnd) {
            refuse(end);
            return Optional.empty();
        }
    }

    private static boolean refuse(CompletableFuture<Verdict> end) {
        return end.complete(Verdict.unavailable());
    }

    /** What is not given back, since the store fails or others have turns behind it, stays charged. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
    private void giveBack(Verdict verdict) {
        List<Receipt> receipts = verdict.decisions().stream()
                .map(Decision::receipt)
                .flatMap(Optional::stream)
                .toList();
        store.refund(receipts);
    }

    /** Refuses whoever waits, and whoever comes. */
    @Override
    public void close() {
        closed = true;
        refusals.forEach(Runnable::run);
        scheduler.close();
    }
}
