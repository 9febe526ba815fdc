package io.headgate.tck.interception;

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

    int runs() {
        return runs.get();
    }
}
