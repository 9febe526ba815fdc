package io.headgate.internal.engine;

import io.headgate.Verdict;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A verdict, and the moment at which its call goes on, which a leaky bucket may put off. */
public final class Turn {

    private final Verdict verdict;
    private final CompletableFuture<Verdict> come;
    private final Runnable giveUp;

    private Turn(Verdict verdict, CompletableFuture<Verdict> come, Runnable giveUp) {
        this.verdict = verdict;
        this.come = come;
        this.giveUp = giveUp;
    }

    /** The call goes on at once. */
    static Turn now(Verdict verdict) {
        return new Turn(verdict, CompletableFuture.completedFuture(verdict), () -> {});
    }

    /**
     * The call goes on when something is complete.
     *
     * @param giveUp what completes it with a refusal and gives back what was charged, unless it is complete: called when nobody
     *     waits any more
     */
    static Turn later(Verdict verdict, CompletableFuture<Verdict> come, Runnable giveUp) {
        return new Turn(verdict, come, giveUp);
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
            giveUp.run();
            return come.join();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a turn never fails", impossible);
        }
    }
}
