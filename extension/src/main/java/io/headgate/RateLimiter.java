package io.headgate;

import java.util.concurrent.CompletionStage;

/**
 * Asks a policy by name, for code that neither an annotation nor a request reaches. Injectable as a CDI bean. The policy is
 * one of {@code ratelimit.policies}, of {@code ratelimit.policies.manual}, or a named annotation; the subject is whatever
 * is counted: an order number, a tenant, an e-mail address. Subjects given here are a kind of their own: they share no
 * counter with the users or addresses of requests. A policy that is unlimited or switched off allows everything and shows
 * the greatest limit there is.
 *
 * <p>Where the store fails, the policy's {@link OnStoreFailure} says what {@code tryAcquire} and {@code peek} answer: what
 * this process counts alone, or a decision that allows and shows the greatest limit there is, or an exception. {@code refund}
 * and {@code reset} fail with a {@link io.headgate.spi.StoreUnavailableException}.
 *
 * <p>Methods without {@code Async} wait for the store, at most the deadline of one acquisition: do not call them on an event
 * loop.
 */
public interface RateLimiter {

    /**
     * Takes the permits that the policy's {@code cost} names, 1 unless configuration says otherwise.
     *
     * @throws IllegalArgumentException if no policy has this name; the message lists those there are
     * @throws io.headgate.spi.StoreUnavailableException if the store failed and the policy says {@link
     *     OnStoreFailure#DENY}
     */
    Decision tryAcquire(String policy, String subject);

    /**
     * Takes permits.
     *
     * @param cost permits to take, at least 1; more than the policy's capacity is {@link Decision.Outcome#IMPOSSIBLE}
     * @throws IllegalArgumentException if no policy has this name or the cost is below 1
     * @throws io.headgate.spi.StoreUnavailableException if the store failed and the policy says {@link
     *     OnStoreFailure#DENY}
     */
    Decision tryAcquire(String policy, String subject, long cost);

    /**
     * {@link #tryAcquire(String, String, long)} without waiting; the stage fails with what that method throws. A thread of
     * the store may complete it: what follows must not block, and has neither the application's context class loader nor its
     * contexts, unless it is handed over, as the methods of {@link CompletionStage} that end in {@code Async} do.
     */
    CompletionStage<Decision> tryAcquireAsync(String policy, String subject, long cost);

    /** What {@link #tryAcquire(String, String)} would answer now; takes nothing and stores nothing. */
    Decision peek(String policy, String subject);

    /**
     * Gives back what a decision charged, as far as it still counts. A receipt works once, so it may be tried again after a
     * failure.
     *
     * @throws io.headgate.spi.StoreUnavailableException if the store did not answer; it may have given back all the same
     */
    void refund(Receipt receipt);

    /** Forgets what this subject used of this policy. */
    void reset(String policy, String subject);
}
