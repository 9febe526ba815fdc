package io.headgate.internal.store;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * What one process grants alone, while the store that it shares with others does not answer: of each limit a share, rounded
 * up, and at least what the call costs, since a share that no call fits into would be an outage of its own.
 *
 * <p>It remembers what it granted when the shared store is back. A store that comes and goes gives nobody the share anew.
 */
public final class ShareStore implements RateLimitStore {

    private final RateLimitStore local;
    private final BigDecimal share;

    /**
     * A share of all limits.
     *
     * @param local counts in this process; closed with this one
     * @param share above 0, at most 1
     */
    public ShareStore(RateLimitStore local, BigDecimal share) {
        this.local = local;
        this.share = share;
    }

    /** Granted by a process alone: nothing that other processes know of. */
    static final class ShareReceipt extends Receipt {

        ShareReceipt(Receipt granted) {
            super(
                    granted.key(),
                    granted.limit(),
                    granted.cost(),
                    granted.chargedAt(),
                    granted.nonce(),
                    granted.delay());
        }
    }

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        return local.tryAcquire(shared(acquisition))
                .thenApply(
                        decisions -> decisions.stream().map(ShareStore::marked).toList());
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        return local.peek(shared(acquisition));
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        return local.refund(receipts);
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        return local.reset(key);
    }

    @Override
    public void close() {
        local.close();
    }

    private Acquisition shared(Acquisition acquisition) {
        return new Acquisition(acquisition.requests().stream().map(this::shared).toList(), acquisition.nonce());
    }

    private PermitRequest shared(PermitRequest request) {
        return new PermitRequest(
                request.key(),
                shared(request.limit(), request.cost()),
                request.cost(),
                request.shadow(),
                request.mayWait());
    }

    private Limit shared(Limit limit, long cost) {
        boolean isRedisson = limit.algorithm() == Algorithm.REDISSON;
        boolean isBucket = limit.algorithm() == Algorithm.TOKEN_BUCKET;
        if (!isRedisson && share.compareTo(BigDecimal.ONE) == 0) {
            return limit;
        }
        return new Limit(
                share(limit.permits(), isBucket ? 1 : cost),
                limit.window(),
                isRedisson ? Algorithm.SLIDING_WINDOW : limit.algorithm(),
                share(limit.burst(), cost),
                limit.maxWait(),
                limit.calendar());
    }

    /** What holds the cost of a call is the burst of a bucket, not its rate. A cost that the limit itself could never grant, it still cannot. */
    private long share(long permits, long cost) {
        long part = share.multiply(BigDecimal.valueOf(permits))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
        return Math.min(permits, Math.max(part, cost));
    }

    private static Decision marked(Decision decision) {
        return decision.receipt().isEmpty()
                ? decision
                : new Decision(
                        decision.policy(),
                        decision.outcome(),
                        decision.limit(),
                        decision.remaining(),
                        decision.resetAfter(),
                        decision.retryAfter(),
                        decision.delay(),
                        decision.decidedAt(),
                        decision.shadow(),
                        decision.receipt().map(ShareReceipt::new).map(Receipt.class::cast));
    }
}
