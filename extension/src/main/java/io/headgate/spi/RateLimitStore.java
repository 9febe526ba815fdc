package io.headgate.spi;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Where the state of all (policy, subject) pairs lives. Implementations are safe for concurrent use, decide by their own
 * clock, and never block the caller: a stage that cannot be completed because the backend does not answer fails with a
 * {@link StoreUnavailableException}.
 */
public interface RateLimitStore extends AutoCloseable {

    /**
     * Charges every policy of the acquisition, or none if one that is not a shadow policy denies. A denied acquisition
     * consumes nothing and never prolongs the wait.
     *
     * @return one decision per request, in order
     */
    CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition);

    /** What {@link #tryAcquire} would answer now, without the charge: {@code remaining} is what is there now. Stores nothing. */
    CompletionStage<List<Decision>> peek(Acquisition acquisition);

    /**
     * Gives back what the receipts charged, as far as it still counts. A receipt works once; one whose window is over
     * gives nothing back.
     */
    CompletionStage<Void> refund(List<Receipt> receipts);

    /** Forgets what this subject used of this policy. */
    CompletionStage<Void> reset(LimitKey key);

    /** Frees what the store holds. */
    @Override
    default void close() {}
}
