package io.headgate.tck.interception;

import io.headgate.Algorithm;
import io.headgate.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A bean whose results may come later. */
@ApplicationScoped
public class Later {

    private final AtomicInteger runs = new AtomicInteger();

    /** One for ever; answers how often it ran. */
    @RateLimit(limit = 1, window = "3650d", key = "global")
    public CompletionStage<Integer> run() {
        return CompletableFuture.completedFuture(runs.incrementAndGet());
    }

    /** One a minute. */
    @RateLimit(limit = 1)
    public CompletionStage<String> stage() {
        return CompletableFuture.completedFuture("stage");
    }

    /** Two a second, one after the other; answers where it ran. */
    @RateLimit(limit = 2, window = "1s", key = "global", algorithm = Algorithm.LEAKY_BUCKET)
    public CompletionStage<Thread> turn(ClassLoader caller) {
        Thread here = Thread.currentThread();
        return here.getContextClassLoader() == caller
                ? CompletableFuture.completedFuture(here)
                : CompletableFuture.failedFuture(
                        new IllegalStateException("class loader " + here.getContextClassLoader()));
    }

    int runs() {
        return runs.get();
    }
}
