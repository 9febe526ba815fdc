package io.headgate.tck.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many callers at the same time. */
public final class Crowd {

    private Crowd() {}

    /** Does something so many times on so many threads, and returns what came out, in no order that means anything. */
    public static <T> List<T> atOnce(int threads, int times, Callable<T> action) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : pool.invokeAll(Collections.nCopies(times, action))) {
                results.add(future.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}
