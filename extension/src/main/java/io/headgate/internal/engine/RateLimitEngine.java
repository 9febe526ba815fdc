package io.headgate.internal.engine;

import io.headgate.Decision;
import io.headgate.KeyContext;
import io.headgate.OnStoreFailure;
import io.headgate.Verdict;
import io.headgate.internal.policy.Policy;
import io.headgate.internal.policy.PolicyUse;
import io.headgate.internal.policy.Settings;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Decides one call: policies and keys to one question to the store, its answers to one verdict. */
public final class RateLimitEngine {

    private static final CompletionStage<Turn> NOTHING_APPLIES =
            CompletableFuture.completedFuture(Turn.now(Verdict.none()));

    private final RateLimitStore store;
    private final Subjects subjects;
    private final Listeners listeners;
    private final BooleanSupplier enabled;
    private final Turns turns;
    private final WithoutStore withoutStore;

    /**
     * The engine of one application.
     *
     * @param enabled the master switch; while it is off every call passes uncounted
     * @param turns where calls wait that a leaky bucket puts off
     */
    public RateLimitEngine(
            Backend backend, Settings settings, Listeners listeners, BooleanSupplier enabled, Turns turns) {
        this.store = backend.store();
        this.withoutStore = new WithoutStore(backend, listeners);
        this.subjects = new Subjects(settings);
        this.listeners = listeners;
        this.enabled = enabled;
        this.turns = turns;
    }

    /**
     * Charges every policy that applies to a call, or none. Subjects are read before this method returns; the stage never
     * fails, since a store that does is answered by each policy's own rule. It is complete when the store has answered; the
     * call goes on when its turn has come.
     */
    public CompletionStage<Turn> decide(List<PolicyUse> uses, KeyContext call) {
        if (uses.isEmpty() || !enabled.getAsBoolean()) {
            return NOTHING_APPLIES;
        }
        List<PermitRequest> requests = new ArrayList<>(uses.size());
        List<OnStoreFailure> rules = new ArrayList<>(uses.size());
        for (PolicyUse use : uses) {
            Policy policy = use.policy();
            try {
                request(use, call).ifPresent(request -> {
                    requests.add(request);
                    rules.add(policy.onStoreFailure());
                });
            } catch (RuntimeException unreadable) {
                subjects.warnUnreadable(policy, unreadable);
                if (policy.onStoreFailure() == OnStoreFailure.DENY && !policy.shadow()) {
                    return CompletableFuture.completedFuture(Turn.now(Verdict.unavailable()));
                }
            }
        }
        return requests.isEmpty() ? NOTHING_APPLIES : ask(requests, rules);
    }

    private Optional<PermitRequest> request(PolicyUse use, KeyContext call) {
        Policy policy = use.policy();
        return policy.limit()
                .flatMap(limit -> subjects.key(policy, call)
                        .map(key -> new PermitRequest(key, limit, use.cost(), policy.shadow())));
    }

    private CompletionStage<Turn> ask(List<PermitRequest> requests, List<OnStoreFailure> rules) {
        if (requests.stream().noneMatch(RateLimitEngine::mayBePutOff)) {
            return verdict(requests, rules).thenApply(Turn::now);
        }
        if (turns.takePlace()) {
            return inTurn(() -> verdict(requests, rules));
        }
        List<PermitRequest> asked =
                requests.stream().map(RateLimitEngine::inAHurry).toList();
        return verdict(asked, rules).thenApply(Turn::now);
    }

    /** The turn of a call that has a place, which is free again if nobody ever knows the verdict. */
    private CompletionStage<Turn> inTurn(Supplier<CompletionStage<Verdict>> question) {
        boolean asked = false;
        try {
            CompletionStage<Verdict> verdict = question.get();
            asked = true;
            return verdict.whenComplete((known, failure) -> {
                        if (failure != null) {
                            turns.leavePlace();
                        }
                    })
                    .thenApply(turns::of);
        } finally {
            if (!asked) {
                turns.leavePlace();
            }
        }
    }

    /** Whether the call may have to wait for its turn; a shadow policy puts nobody off. */
    private static boolean mayBePutOff(PermitRequest request) {
        return !request.shadow() && !request.limit().maxWait().isZero();
    }

    private static PermitRequest inAHurry(PermitRequest request) {
        return mayBePutOff(request)
                ? new PermitRequest(request.key(), request.limit(), request.cost(), false, false)
                : request;
    }

    private CompletionStage<Verdict> verdict(List<PermitRequest> requests, List<OnStoreFailure> rules) {
        Acquisition acquisition = Acquisition.of(requests);
        return store.tryAcquire(acquisition)
                .thenApply(this::verdict)
                .exceptionallyCompose(failure -> withoutStore
                        .decide(acquisition, rules, failure)
                        .thenApply(decisions -> decisions.map(this::verdict).orElseGet(Verdict::unavailable)));
    }

    private Verdict verdict(List<Decision> decisions) {
        Verdict verdict = Verdict.of(decisions);
        listeners.decided(decisions, verdict.allowed());
        return verdict;
    }
}
