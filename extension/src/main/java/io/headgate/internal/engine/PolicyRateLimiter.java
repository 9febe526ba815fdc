package io.headgate.internal.engine;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.OnStoreFailure;
import io.headgate.RateLimiter;
import io.headgate.Receipt;
import io.headgate.internal.policy.Policy;
import io.headgate.internal.policy.PolicyRegistry;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/** {@link RateLimiter} over the registry and the store. */
public final class PolicyRateLimiter implements RateLimiter {

    /** The kind of the subjects that code names, beside the kinds of key expressions. */
    private static final String KIND = "subject";

    /** What a policy shows that is unlimited or switched off. */
    private static final Limit UNLIMITED = Limit.of(Limit.MAX_PERMITS, Duration.ofSeconds(1));

    private final PolicyRegistry registry;
    private final RateLimitStore store;
    private final Listeners listeners;
    private final BooleanSupplier enabled;
    private final TimeSource time;
    private final WithoutStore withoutStore;

    /**
     * The rate limiter of one application.
     *
     * @param enabled the master switch; while it is off everything is allowed uncounted
     */
    public PolicyRateLimiter(
            PolicyRegistry registry, Backend backend, Listeners listeners, BooleanSupplier enabled, TimeSource time) {
        this.registry = registry;
        this.store = backend.store();
        this.listeners = listeners;
        this.enabled = enabled;
        this.time = time;
        this.withoutStore = new WithoutStore(backend, listeners);
    }

    @Override
    public Decision tryAcquire(String policy, String subject) {
        return tryAcquire(policy, subject, registry.cost(policy));
    }

    @Override
    public Decision tryAcquire(String policy, String subject, long cost) {
        return await(tryAcquireAsync(policy, subject, cost));
    }

    @Override
    public CompletionStage<Decision> tryAcquireAsync(String policy, String subject, long cost) {
        return ask(policy, subject, cost, this::acquire);
    }

    @Override
    public Decision peek(String policy, String subject) {
        return await(ask(policy, subject, registry.cost(policy), this::look));
    }

    private CompletionStage<List<Decision>> acquire(Acquisition acquisition, OnStoreFailure rule) {
        return store.tryAcquire(acquisition)
                .exceptionallyCompose(failure -> withoutStore
                        .decide(acquisition, List.of(rule), failure)
                        .thenCompose(decided -> decided.<CompletionStage<List<Decision>>>map(
                                        CompletableFuture::completedFuture)
                                .orElseGet(() -> CompletableFuture.failedFuture(failure))))
                .thenApply(decisions -> {
                    listeners.decided(decisions, decisions.stream().noneMatch(Decision::denies));
                    return decisions;
                });
    }

    private CompletionStage<List<Decision>> look(Acquisition acquisition, OnStoreFailure rule) {
        return store.peek(acquisition).exceptionallyCompose(failure -> withoutStore.look(acquisition, rule, failure));
    }

    @Override
    public void refund(Receipt receipt) {
        await(store.refund(List.of(receipt)));
    }

    @Override
    public void reset(String policy, String subject) {
        await(store.reset(key(named(policy), subject)));
    }

    private CompletionStage<Decision> ask(
            String name,
            String subject,
            long cost,
            BiFunction<Acquisition, OnStoreFailure, CompletionStage<List<Decision>>> question) {
        try {
            Policy policy = named(name);
            LimitKey key = key(policy, subject);
            Optional<Limit> limit = policy.limit();
            PermitRequest request = new PermitRequest(key, limit.orElse(UNLIMITED), cost, policy.shadow());
            return limit.isEmpty() || !enabled.getAsBoolean()
                    ? CompletableFuture.completedFuture(unlimited(policy))
                    : question.apply(Acquisition.of(request), policy.onStoreFailure())
                            .thenApply(decisions -> decisions.isEmpty() ? unlimited(policy) : decisions.get(0));
        } catch (IllegalArgumentException | NullPointerException wrongQuestion) {
            return CompletableFuture.failedFuture(wrongQuestion);
        }
    }

    private Decision unlimited(Policy policy) {
        return new Decision(
                policy.name(),
                Decision.Outcome.ALLOWED,
                UNLIMITED,
                UNLIMITED.capacity(),
                Optional.of(Duration.ZERO),
                Optional.empty(),
                Duration.ZERO,
                TimeSource.instant(time.micros()),
                policy.shadow(),
                Optional.empty());
    }

    private Policy named(String name) {
        return registry.policy(name)
                .orElseThrow(() -> new IllegalArgumentException("no policy is named " + name + ", there are "
                        + new TreeSet<>(registry.names())
                        + "; ratelimit.policies.manual declares those that only code uses"));
    }

    private static LimitKey key(Policy policy, String subject) {
        return LimitKey.of(policy.name(), List.of(KIND, subject));
    }

    private static <T> T await(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        try {
            return future.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }
}
