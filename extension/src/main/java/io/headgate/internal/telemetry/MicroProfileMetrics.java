package io.headgate.internal.telemetry;

import io.headgate.Decision;
import io.headgate.spi.StoreUnavailableException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Counts decisions as {@code ratelimit.calls}, tagged with the policy and the result, and what the store did not decide as
 * {@code ratelimit.store.failures}. A policy that had permits in an acquisition that another one denied is not counted: it
 * was not charged. The extensions make it a bean where the API is present; it bears no scope, so that nobody else finds it.
 */
@Typed(Metrics.class)
public class MicroProfileMetrics implements Metrics {

    private static final Metadata CALLS = Metadata.builder()
            .withName("ratelimit.calls")
            .withDescription("Calls by policy and result: allowed, denied, or would_deny of a shadow policy")
            .build();

    private static final Metadata FAILURES = Metadata.builder()
            .withName("ratelimit.store.failures")
            .withDescription("Acquisitions that the store of the counters did not decide")
            .build();

    private final Optional<MetricRegistry> registry;
    private final Optional<Counter> failures;
    private final Map<Series, Counter> counters = new ConcurrentHashMap<>();

    /** For the container. Payara's producer looks at the injection point, which a look-up by {@code CDI} does not have. */
    @Inject
    MicroProfileMetrics(Instance<MetricRegistry> registries) {
        this.registry = registries.isResolvable() ? Optional.of(registries.get()) : Optional.empty();
        this.failures = registry.map(present -> present.counter(FAILURES));
    }

    @Override
    public void decided(Decision decision, boolean admitted) {
        if (registry.isPresent() && (admitted || !decision.allowed())) {
            counters.computeIfAbsent(new Series(decision.policy(), result(decision)), this::register)
                    .inc();
        }
    }

    @Override
    public void storeFailed(StoreUnavailableException failure) {
        failures.ifPresent(Counter::inc);
    }

    @Override
    public void storeRecovered() {
        // What failed is counted, whatever came after.
    }

    private Counter register(Series series) {
        return registry.orElseThrow()
                .counter(CALLS, new Tag("policy", series.policy()), new Tag("result", series.result()));
    }

    private static String result(Decision decision) {
        if (decision.allowed()) {
            return "allowed";
        }
        return decision.shadow() ? "would_deny" : "denied";
    }

    private record Series(String policy, String result) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Series that && policy.equals(that.policy) && result.equals(that.result);
        }

        @Override
        public int hashCode() {
            return 31 * policy.hashCode() + result.hashCode();
        }
    }
}
