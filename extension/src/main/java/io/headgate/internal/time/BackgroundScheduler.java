package io.headgate.internal.time;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one background thread of an application. It is a daemon, keeps nothing of the thread that created it, and carries the
 * application's class loader only while it works, so that an undeployed application can be collected.
 */
public final class BackgroundScheduler implements AutoCloseable {

    private static final String NAME = "headgate-background";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ClassLoader loader;
    private final Consumer<Throwable> failures;
    private final Duration patience;
    private final ScheduledThreadPoolExecutor executor;
    private volatile @Nullable Thread thread;

    /**
     * Starts no thread before there is a task.
     *
     * @param loader the context class loader of the tasks
     * @param failures hears, on the background thread, what tasks throw
     */
    public BackgroundScheduler(ClassLoader loader, Consumer<Throwable> failures) {
        this(loader, failures, PATIENCE);
    }

    BackgroundScheduler(ClassLoader loader, Consumer<Throwable> failures, Duration patience) {
        this.loader = loader;
        this.failures = failures;
        this.patience = patience;
        this.executor = new ScheduledThreadPoolExecutor(1, this::newThread);
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

    /** Interrupts the running task, forgets the others, and waits until the thread has ended, at most 5 seconds. */
    @Override
    public void close() {
        executor.shutdownNow();
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            running.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (running.isAlive()) {
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

    /** A new thread keeps the access context of whoever asks for it, unless that is cut off here. */
    @SuppressWarnings("removal")
    private Thread newThread(Runnable work) {
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> {
            Thread created = new Thread(null, work, NAME, 0, false);
            created.setDaemon(true);
            created.setContextClassLoader(null);
            thread = created;
            return created;
        });
    }
}
