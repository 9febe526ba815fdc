package io.headgate.tck.support;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A few clients who ask all the time, whether there is an application or not. What they are answered is kept where there is
 * one: from its first answer 200 until {@link #applicationGoes()}.
 */
public final class Callers implements AutoCloseable {

    private static final int CALLERS = 4;
    private static final int SOME = 8;
    private static final Duration BETWEEN = Duration.ofMillis(25);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A connection that ended without an answer. */
    private static final int NONE = 0;

    private static final int OK = 200;

    private final Client client;
    private final List<String> paths;
    private final AtomicInteger passed = new AtomicInteger();
    private final Set<Integer> statuses = new ConcurrentSkipListSet<>();

    /** Odd while there is an application. */
    private final AtomicInteger turns = new AtomicInteger();

    private final List<Thread> threads;
    private volatile boolean ended;

    /** They begin at once, and ask for these in turn. */
    public Callers(Client client, String... paths) {
        this.client = client;
        this.paths = List.of(paths);
        this.threads = Stream.generate(() -> new Thread(this::call, "caller"))
                .limit(CALLERS)
                .toList();
        threads.forEach(Thread::start);
    }

    private void call() {
        for (int i = 0; !ended; i++) {
            int before = turns.get();
            int status = statusOf(paths.get(i % paths.size()));
            if (before % 2 == 1 && before == turns.get()) {
                statuses.add(status);
            }
            if (status == OK) {
                passed.incrementAndGet();
            }
            Windows.pause(BETWEEN);
        }
    }

    private int statusOf(String path) {
        try {
            return client.get(path).status();
        } catch (UncheckedIOException | AssertionError noResponse) {
            return NONE; // The application goes, and takes the connection with it.
        }
    }

    /** Waits until a few more than before had the answer 200: there is an application. */
    public void awaitThatSomePass() {
        awaitPassed(passed.get() + 1);
        turns.incrementAndGet();
        awaitPassed(passed.get() + SOME);
    }

    private void awaitPassed(int enough) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (passed.get() < enough) {
            if (System.nanoTime() > end) {
                throw new AssertionError("nobody passes");
            }
            Windows.pause(BETWEEN);
        }
    }

    /** From now on there may be no application. */
    public void applicationGoes() {
        turns.incrementAndGet();
    }

    /** With which statuses requests were answered that began and ended while there was an application; 0 is no answer. */
    public Set<Integer> statuses() {
        return Set.copyOf(statuses);
    }

    @Override
    public void close() {
        ended = true;
        Askers.awaitEnd(threads);
    }
}
