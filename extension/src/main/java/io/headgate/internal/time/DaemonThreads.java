package io.headgate.internal.time;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the threads of Headgate: daemons that keep nothing of whoever asked for them, and that somebody can wait for. An
 * application that is undeployed must not be kept in memory by them.
 */
public final class DaemonThreads implements ThreadFactory {

    private final String name;
    private final @Nullable ClassLoader loader;
    private final List<Thread> created = new ArrayList<>();

    /**
     * Threads of one kind.
     *
     * @param name what their names begin with
     * @param loader their context class loader
     */
    public DaemonThreads(String name, @Nullable ClassLoader loader) {
        this.name = name;
        this.loader = loader;
    }

    /** A new thread keeps the access context of whoever asks for it, unless that is cut off here. */
    @Override
    @SuppressWarnings("removal")
    public Thread newThread(Runnable work) {
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> create(work));
    }

    private synchronized Thread create(Runnable work) {
        created.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        Thread thread = new Thread(null, work, name + "-" + (created.size() + 1), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        created.add(thread);
        return thread;
    }

    /** Waits until all have ended, except the one that asks; false if the patience ended first. */
    public boolean join(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        for (Thread thread : running()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return running().isEmpty();
    }

    private synchronized List<Thread> running() {
        return created.stream()
                .filter(thread -> thread.isAlive() && thread != Thread.currentThread())
                .toList();
    }
}
