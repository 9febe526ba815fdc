package io.headgate.tck.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * When a process stood still, as a garbage collection or a machine with too much to do makes it: a thread that wants nothing
 * but to wake up every few milliseconds did not. Nothing that an application does to its own threads shows up here.
 */
public final class Pauses implements AutoCloseable {

    private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long WORTH_NOTING_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    private final List<Pause> pauses = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "metronome");
    private volatile boolean ended;

    /**
     * One of them.
     *
     * @param fromMillis since 1970
     * @param toMillis since 1970
     */
    public record Pause(long fromMillis, long toMillis) {

        /** From a line. */
        public static Pause of(String line) {
            String[] parts = line.split(" ", 2);
            return new Pause(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        }
    }

    /** Begins to watch. */
    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (!ended) {
            long before = System.nanoTime();
            LockSupport.parkNanos(BEAT_NANOS);
            long late = System.nanoTime() - before - BEAT_NANOS;
            if (late > WORTH_NOTING_NANOS) {
                note(System.currentTimeMillis(), TimeUnit.NANOSECONDS.toMillis(late));
            }
        }
    }

    private synchronized void note(long now, long millis) {
        pauses.add(new Pause(now - millis, now));
    }

    /** All of them so far. */
    public synchronized List<Pause> all() {
        return List.copyOf(pauses);
    }

    /** A line for each. */
    @Override
    public String toString() {
        return all().stream()
                .map(pause -> pause.fromMillis() + " " + pause.toMillis())
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        ended = true;
    }
}
