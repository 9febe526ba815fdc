package io.headgate.internal.engine;

import io.headgate.Decision;
import io.headgate.OnStoreFailure;
import io.headgate.Receipt;
import io.headgate.internal.store.PartlyUnavailableException;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * What becomes of an acquisition that the store did not decide, or not all of it: each policy has its own rule. One that
 * refuses, refuses the call. Those that let this process count alone are charged here, together or not at all; and where they
 * deny, what a part of the store had charged goes back.
 */
final class WithoutStore {

    private final RateLimitStore store;
    private final RateLimitStore share;
    private final Listeners listeners;

    /**
     * The rules of one application.
     *
     * @param backend takes back what it charged, and grants what this process grants alone
     */
    WithoutStore(Backend backend, Listeners listeners) {
        this.store = backend.behind();
        this.share = backend.share();
        this.listeners = listeners;
    }

    /**
     * What is charged without the store: the decisions of the policies that have one, in order; empty if the call is refused
     * since a policy wants it so.
     *
     * @param rules one for each request
     */
    CompletionStage<Optional<List<Decision>>> decide(
            Acquisition acquisition, List<OnStoreFailure> rules, Throwable failure) {
        listeners.storeFailed(failure);
        List<PermitRequest> requests = acquisition.requests();
        List<Optional<Decision>> decisions = new ArrayList<>(answered(failure, requests.size()));
        if (decisions.stream().flatMap(Optional::stream).anyMatch(Decision::denies)) {
            return CompletableFuture.completedFuture(Optional.of(present(decisions)));
        }
        List<Integer> alone = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            if (decisions.get(i).isPresent()) {
                continue;
            }
            if (rules.get(i) == OnStoreFailure.DENY && !requests.get(i).shadow()) {
                giveBack(decisions);
                return CompletableFuture.completedFuture(Optional.empty());
            }
            if (rules.get(i) == OnStoreFailure.LOCAL) {
                alone.add(i);
            }
        }
        return alone.isEmpty()
                ? CompletableFuture.completedFuture(Optional.of(present(decisions)))
                : askShare(acquisition, alone, decisions);
    }

    /**
     * What {@link #decide} would answer for one policy, without the charge: empty where nobody counts; fails where the policy
     * refuses.
     */
    CompletionStage<List<Decision>> look(Acquisition acquisition, OnStoreFailure rule, Throwable failure) {
        listeners.storeFailed(failure);
        return switch (rule) {
            case LOCAL -> share.peek(acquisition);
            case ALLOW -> CompletableFuture.completedFuture(List.of());
            case DENY -> CompletableFuture.failedFuture(failure);
        };
    }

    private CompletionStage<Optional<List<Decision>>> askShare(
            Acquisition acquisition, List<Integer> alone, List<Optional<Decision>> decisions) {
        List<PermitRequest> requests =
                alone.stream().map(acquisition.requests()::get).toList();
        return share.tryAcquire(new Acquisition(requests, acquisition.nonce())).thenApply(granted -> {
            if (granted.stream().anyMatch(Decision::denies)) {
                giveBack(decisions);
            }
            for (int i = 0; i < granted.size(); i++) {
                decisions.set(alone.get(i), Optional.of(granted.get(i)));
            }
            return Optional.of(present(decisions));
        });
    }

    /** What parts of the store said. */
    private static List<Optional<Decision>> answered(Throwable failure, int size) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof PartlyUnavailableException partly
                ? partly.decisions()
                : Collections.nCopies(size, Optional.empty());
    }

    private void giveBack(List<Optional<Decision>> decisions) {
        List<Receipt> receipts = present(decisions).stream()
                .flatMap(decision -> decision.receipt().stream())
                .toList();
        if (!receipts.isEmpty()) {
            // Nobody waits: if it fails, what was charged stays so until its window ends.
            CompletionStage<Void> unused = store.refund(receipts).exceptionally(failure -> null);
        }
    }

    private static List<Decision> present(List<Optional<Decision>> decisions) {
        return decisions.stream().flatMap(Optional::stream).toList();
    }
}
