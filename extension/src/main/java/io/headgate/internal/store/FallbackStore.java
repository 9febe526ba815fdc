package io.headgate.internal.store;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.store.ShareStore.ShareReceipt;
import io.headgate.spi.Acquisition;
import io.headgate.spi.RateLimitStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A shared store, and beside it what this process grants alone while the shared one fails. Which of them is asked is not
 * decided here, since each policy has its own rule; but what was charged goes back to where it was charged, and whoever is
 * forgotten is forgotten in both.
 */
public final class FallbackStore implements RateLimitStore {

    private final RateLimitStore store;
    private final ShareStore share;

    /** Both are closed with this one. */
    public FallbackStore(RateLimitStore store, ShareStore share) {
        this.store = store;
        this.share = share;
    }

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        return store.tryAcquire(acquisition);
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        return store.peek(acquisition);
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        Map<Boolean, List<Receipt>> byOrigin =
                receipts.stream().collect(Collectors.partitioningBy(ShareReceipt.class::isInstance));
        List<Receipt> here = byOrigin.getOrDefault(true, List.of());
        List<Receipt> there = byOrigin.getOrDefault(false, List.of());
        CompletionStage<Void> back = share.refund(here);
        return there.isEmpty() ? back : store.refund(there);
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        return share.reset(key).thenCompose(forgotten -> store.reset(key));
    }

    @Override
    public void close() {
        store.close();
        share.close();
    }
}
