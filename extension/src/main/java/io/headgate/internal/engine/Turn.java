package io.headgate.internal.engine;

import io.headgate.Verdict;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A verdict, and the moment at which its call goes on, which a leaky bucket may put off. */
public final class Turn {

    private final Verdict verdict;
    private final CompletableFuture<Verdict> come;
    private final Runnable giveBack;

    private Turn(Verdict verdict, CompletableFuture<Verdict> come, Runnable giveBack) {
        this.verdict = verdict;
        this.come = come;
        this.giveBack = giveBack;
    }

    /** The call goes on at once. */
    static Turn now(Verdict verdict) {
        return new Turn(verdict, CompletableFuture.completedFuture(verdict), () -> {});
    }

    /** The call goes on when something is complete; what it was charged is given back if nobody waits for that. */
    static Turn later(Verdict verdict, CompletableFuture<Verdict> come, Runnable giveBack) {
        return new Turn(verdict, come, giveBack);
    }

    /** What was decided. */
    public Verdict verdict() {
        return verdict;
    }

    /** Whether there is nothing to wait for. */
    public boolean isNow() {
        return come.isDone();
    }

    /**
     * Complete when the call goes on, with the verdict. Where the application ends first, with one that refuses. Never fails.
     * What follows must not block: it may run on the thread that every other call waits for.
     */
    public CompletableFuture<Verdict> come() {
        return come;
    }

    /**
     * Waits on this thread until the call goes on. A thread that is interrupted meanwhile stays so; its call is refused, and
     * what it was charged is given back.
     */
    public Verdict await() {
        try {
            return come.get();
        } catch (InterruptedException leaves) {
            Thread.currentThread().interrupt();
            if (come.complete(Verdict.unavailable())) {
                giveBack.run();
            }
            return come.join();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a turn never fails", impossible);
        }
    }
}
