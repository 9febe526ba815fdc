package io.headgate.internal.time;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A background thread of an application. It is a daemon, keeps nothing of the thread that created it, and carries the
 * application's class loader only while it works, so that an undeployed application can be collected.
 */
public final class BackgroundScheduler implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ClassLoader loader;
    private final Consumer<Throwable> failures;
    private final DaemonThreads threads;
    private final Duration patience;
    private final ScheduledThreadPoolExecutor executor;

    /**
     * Starts no thread before there is a task.
     *
     * @param name what the thread's name begins with
     * @param loader the context class loader of the tasks
     * @param failures hears, on the background thread, what tasks throw
     */
    public BackgroundScheduler(String name, ClassLoader loader, Consumer<Throwable> failures) {
        this(name, loader, failures, PATIENCE);
    }

    BackgroundScheduler(String name, ClassLoader loader, Consumer<Throwable> failures, Duration patience) {
        this.loader = loader;
        this.failures = failures;
        this.patience = patience;
        this.threads = new DaemonThreads(name, null);
        this.executor = new ScheduledThreadPoolExecutor(1, threads);
        executor.setRemoveOnCancelPolicy(true);
    }

    /**
     * Runs the task for the first time after one period, and then each time one period after it has ended. What it throws is
     * reported and does not end it.
     *
     * @throws IllegalArgumentException if the period is not positive
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed
     */
    public void every(Duration period, Runnable task) {
        long nanos = period.toNanos();
        ScheduledFuture<?> unused =
                executor.scheduleWithFixedDelay(() -> run(task), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Runs the task once, after a while.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed
     */
    public void after(Duration delay, Runnable task) {
        Future<?> unused = schedule(delay, task);
    }

    /**
     * The same for a task that may be cancelled.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed
     */
    public Future<?> schedule(Duration delay, Runnable task) {
        return executor.schedule(() -> run(task), TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
    }

    /** Interrupts the running task, forgets the others, and waits until the thread has ended, at most 5 seconds. */
    @Override
    public void close() {
        executor.shutdownNow();
        if (!threads.join(patience)) {
            report(new IllegalStateException("a background task still runs " + patience + " after it was interrupted"));
        }
    }

    private void run(Runnable task) {
        Thread current = Thread.currentThread();
        current.setContextClassLoader(loader);
        try {
            task.run();
        } catch (Throwable failure) {
            report(failure);
        } finally {
            current.setContextClassLoader(null);
        }
    }

    /** A listener that fails must not end the task that it was told about. */
    private void report(Throwable failure) {
        try {
            failures.accept(failure);
        } catch (Throwable unheard) {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, unheard);
        }
    }
}
