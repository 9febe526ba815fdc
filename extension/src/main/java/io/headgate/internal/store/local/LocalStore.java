package io.headgate.internal.store.local;

import io.headgate.Decision;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.*;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Temporary. */
public final class LocalStore implements RateLimitStore {
    /** Temporary. */
    public LocalStore(TimeSource time, int max) {}

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        throw new IllegalStateException();
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        throw new IllegalStateException();
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        throw new IllegalStateException();
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        throw new IllegalStateException();
    }

    /** Temporary. */
    public void sweep() {}
}
