package io.headgate.tck.support;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A few clients who ask all the time, whether there is an application or not, and whatever they are answered. */
public final class Callers implements AutoCloseable {

    private static final int CALLERS = 4;
    private static final int SOME = 8;
    private static final Duration BETWEEN = Duration.ofMillis(25);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Client client;
    private final List<String> paths;
    private final AtomicInteger passed = new AtomicInteger();
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
            try {
                if (client.get(paths.get(i % paths.size())).status() == 200) {
                    passed.incrementAndGet();
                }
            } catch (UncheckedIOException | AssertionError noResponse) {
                // The application goes, and takes the connection with it.
            }
            Windows.pause(BETWEEN);
        }
    }

    /** Waits until a few more than before had the answer 200. */
    public void awaitThatSomePass() {
        int before = passed.get();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (passed.get() < before + SOME) {
            if (System.nanoTime() > end) {
                throw new AssertionError("nobody passes");
            }
            Windows.pause(BETWEEN);
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join(PATIENCE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
