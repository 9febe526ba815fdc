package io.headgate.internal.time;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Fails what is not complete in time.
 *
 * <p>A timer for each future would wake its thread for each of them. Since all have the same time to complete, they come due
 * in the order in which they came: a queue is enough, and one timer for the first of it that is not complete. Whoever is
 * watched while all goes well costs an entry of a queue; the thread wakes up once per span.
 *
 * <p>Span 250 ms: futures come at 0, 10 and 20 ms; the timer is set to 250 ms. The first two complete at once, the third
 * never. At 250 ms the first two leave the queue, the timer is set to 270 ms, and then the third fails.
 */
public final class Deadlines implements AutoCloseable {

    private final BackgroundScheduler scheduler;
    private final Duration span;
    private final Supplier<? extends Throwable> late;
    private final Queue<Watched> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean armed = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * Deadlines of one kind.
     *
     * @param scheduler runs the timer; what its other tasks take is added to every deadline
     * @param span how long a future has to complete
     * @param late what it fails with otherwise
     */
    public Deadlines(BackgroundScheduler scheduler, Duration span, Supplier<? extends Throwable> late) {
        this.scheduler = scheduler;
        this.span = span;
        this.late = late;
    }

    /** Watches a future from now on. */
    public void watch(CompletableFuture<?> future) {
        if (future.isDone()) {
            return;
        }
        queue.add(new Watched(future, System.nanoTime() + span.toNanos()));
        if (closed) {
            failAll();
        } else if (!armed.get() && armed.compareAndSet(false, true)) {
            arm(span);
        }
    }

    /** Fails what is still watched, and whatever comes. To be called after the scheduler was closed. */
    @Override
    public void close() {
        closed = true;
        failAll();
    }

    private void failAll() {
        for (Watched watched = queue.poll(); watched != null; watched = queue.poll()) {
            watched.future.completeExceptionally(late.get());
        }
    }

    private void arm(Duration rest) {
        try {
            scheduler.after(rest, this::expire);
        } catch (RejectedExecutionException schedulerIsClosed) {
            failAll();
        }
    }

    private void expire() {
        Watched first = queue.peek();
        while (first != null && first.isOver()) {
            queue.poll();
            first.future.completeExceptionally(late.get());
            first = queue.peek();
        }
        if (first == null) {
            armed.set(false);
            first = queue.peek();
            if (first == null || !armed.compareAndSet(false, true)) {
                return;
            }
        }
        arm(first.rest());
    }

    private record Watched(CompletableFuture<?> future, long dueNanos) {

        boolean isOver() {
            return future.isDone() || dueNanos - System.nanoTime() <= 0;
        }

        Duration rest() {
            return Duration.ofNanos(Math.max(0, dueNanos - System.nanoTime()));
        }
    }
}
