package io.headgate.internal.store;

import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps callers from waiting for a server that is known not to answer.
 *
 * <p>Each failure counts one up and each answer one down, never below zero. At {@value #MOST_FAILURES} the breaker opens: five
 * failures in a row open it, and so does a server that fails more than it answers; one that fails a little, never. While it is
 * open every question fails at once with what was last seen, and twice a second a probe in the background tries the server;
 * no caller's question is ever the probe. The first probe that succeeds closes it. What was asked before that and fails later
 * says nothing about the time since, and does not count.
 *
 * <p>250 ms to answer, and a server that stops at 0: questions that come until 250 ms wait for their 250 ms. Then the first
 * five have failed, and from there on nobody waits.
 */
public final class Breaker {

    static final int MOST_FAILURES = 5;
    static final Duration BETWEEN_PROBES = Duration.ofMillis(500);

    /** A probe whose answer does not come within as many others is given up. */
    private static final int LOST_AFTER = 10;

    private final BiConsumer<Duration, Runnable> later;
    private final Outage outage;

    private int failures;
    private volatile boolean clean = true;
    private volatile int openings;
    private volatile @Nullable StoreUnavailableException reason;

    /**
     * A closed breaker.
     *
     * @param later runs a probe after a while, in the background
     * @param outage hears why it opens and why it stays open, and when it closes
     */
    public Breaker(BiConsumer<Duration, Runnable> later, Outage outage) {
        this.later = later;
        this.outage = outage;
    }

    /**
     * Asks, unless the server is known not to answer.
     *
     * @param question its stage fails with a {@link StoreUnavailableException} if the server does
     * @param probe what tells whether the server would answer this question again
     */
    public <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> question, Supplier<CompletionStage<Void>> probe) {
        StoreUnavailableException why = reason;
        if (why != null) {
            return CompletableFuture.failedFuture(new Refused(why));
        }
        int asked = openings;
        return question.get().whenComplete((answer, failure) -> {
            if (failure == null) {
                answered();
            } else if (cause(failure) instanceof StoreUnavailableException unavailable) {
                failed(asked, unavailable, probe);
            }
        });
    }

    /** Why nothing is asked now; empty while it is closed. */
    public Optional<StoreUnavailableException> refusal() {
        return Optional.ofNullable(reason);
    }

    private void answered() {
        if (!clean) {
            forgiveOne();
        }
    }

    private synchronized void forgiveOne() {
        failures = Math.max(0, failures - 1);
        clean = failures == 0;
    }

    private void failed(int asked, StoreUnavailableException why, Supplier<CompletionStage<Void>> probe) {
        if (opens(asked, why)) {
            // The probe first: a log that fails must not leave it open for ever.
            again(new Probe(asked + 1, probe));
            outage.began(why);
        }
    }

    private synchronized boolean opens(int asked, StoreUnavailableException why) {
        if (reason != null || asked != openings) {
            return false;
        }
        failures++;
        clean = false;
        if (failures < MOST_FAILURES) {
            return false;
        }
        openings++;
        reason = why;
        return true;
    }

    private synchronized boolean isOpen(int opening) {
        return reason != null && opening == openings;
    }

    private synchronized boolean staysOpen(int opening, StoreUnavailableException why) {
        boolean open = isOpen(opening);
        reason = open ? why : reason;
        return open;
    }

    private synchronized boolean closes(int opening) {
        if (!isOpen(opening)) {
            return false;
        }
        failures = 0;
        clean = true;
        reason = null;
        return true;
    }

    private void again(Probe probe) {
        try {
            later.accept(BETWEEN_PROBES, probe);
        } catch (RejectedExecutionException closedMeanwhile) {
            // The application ends: nobody will ask.
        }
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** What stages make of a failure anyway. Without a stack: in an outage each call has one of these, and nobody reads it. */
    private static final class Refused extends CompletionException {

        private static final long serialVersionUID = 1L;

        Refused(StoreUnavailableException why) {
            super(why.getMessage(), why);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Tries again and again, until the breaker is closed. */
    private final class Probe implements Runnable {

        private final int opening;
        private final Supplier<CompletionStage<Void>> attempt;
        private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);
        private int waited;

        Probe(int opening, Supplier<CompletionStage<Void>> attempt) {
            this.opening = opening;
            this.attempt = attempt;
        }

        @Override
        public void run() {
            if (!isOpen(opening)) {
                return;
            }
            again(this);
            if (running.isDone() || ++waited >= LOST_AFTER) {
                waited = 0;
                running = attempt.get().toCompletableFuture().whenComplete((nothing, failure) -> ended(failure));
            }
        }

        private void ended(@Nullable Throwable failure) {
            if (failure == null) {
                if (closes(opening)) {
                    outage.ended();
                }
            } else if (cause(failure) instanceof StoreUnavailableException why && staysOpen(opening, why)) {
                outage.began(why);
            }
        }
    }
}
