package io.headgate.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs something many times at once. */
public final class Parallel {

    private Parallel() {}

    /** The kinds of threads that this Java has. */
    public enum Threads {
        /** One of the operating system each. */
        PLATFORM,
        /** Java 21 and later. */
        VIRTUAL;

        ExecutorService open() throws ReflectiveOperationException {
            return this == PLATFORM
                    ? Executors.newCachedThreadPool()
                    : (ExecutorService) Executors.class
                            .getMethod("newVirtualThreadPerTaskExecutor")
                            .invoke(null);
        }

        /** Those that can be started here. */
        public static Stream<Threads> available() {
            return Runtime.version().feature() >= 21 ? Stream.of(values()) : Stream.of(PLATFORM);
        }
    }

    /** What the threads returned. All of them wait until each has started; rounds follow each other. */
    public static <T> List<List<T>> rounds(Threads kind, int rounds, int threads, IndexedTask<T> task)
            throws Exception {
        ExecutorService executor = kind.open();
        try {
            List<List<T>> all = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                all.add(round(executor, round, threads, task));
            }
            return all;
        } finally {
            executor.shutdownNow();
        }
    }

    /** One round on platform threads. */
    public static <T> List<T> run(int threads, Callable<T> task) throws Exception {
        return rounds(Threads.PLATFORM, 1, threads, (round, thread) -> task.call())
                .get(0);
    }

    private static <T> List<T> round(ExecutorService executor, int round, int threads, IndexedTask<T> task)
            throws Exception {
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        List<Future<T>> futures = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int index = thread;
            futures.add(executor.submit(() -> {
                ready.countDown();
                go.await();
                return task.call(round, index);
            }));
        }
        ready.await();
        go.countDown();
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(future.get(60, TimeUnit.SECONDS));
        }
        return results;
    }

    /** A task that knows its round and its thread, both counted from 0. */
    @FunctionalInterface
    public interface IndexedTask<T> {
        /** Runs. */
        T call(int round, int thread) throws Exception;
    }
}
