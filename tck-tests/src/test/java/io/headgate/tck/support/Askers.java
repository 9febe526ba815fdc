package io.headgate.tck.support;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Threads that do nothing but ask a server, until they are told to end. */
public final class Askers {

    /** A client is patient when it connects, and again when it reads. */
    private static final Duration LAST_REQUEST = Client.PATIENCE.multipliedBy(2).plusSeconds(10);

    private Askers() {}

    /**
     * Waits until all have ended, as they do when their last request is answered or given up.
     *
     * @throws AssertionError if one does not: its request has neither an answer nor an end
     */
    public static void awaitEnd(List<Thread> threads) {
        awaitEnd(threads, LAST_REQUEST);
    }

    static void awaitEnd(List<Thread> threads, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        try {
            for (Thread thread : threads) {
                TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        List<String> living =
                threads.stream().filter(Thread::isAlive).map(Thread::getName).toList();
        if (!living.isEmpty()) {
            throw new AssertionError("still ask after " + atMost + ": " + living);
        }
    }
}
