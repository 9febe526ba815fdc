package io.headgate.internal.telemetry;

import io.headgate.Decision;
import io.headgate.spi.StoreUnavailableException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.enterprise.inject.spi.Unmanaged;
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
 * was not charged. Loaded by name, where the server has MicroProfile Metrics.
 */
public final class MicroProfileMetrics implements Metrics {

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

    /** Made by name. */
    public MicroProfileMetrics() {
        Instance<MetricRegistry> registries = CDI.current().select(MetricRegistry.class);
        this.registry = registries.isResolvable() ? Optional.of(injected(registries)) : Optional.empty();
        this.failures = registry.map(present -> present.counter(FAILURES));
    }

    /** Payara's producer looks at the injection point, which a programmatic look-up does not have. */
    private static MetricRegistry injected(Instance<MetricRegistry> registries) {
        try {
            return new Unmanaged<>(CDI.current().getBeanManager(), Holder.class)
                    .newInstance()
                    .produce()
                    .inject()
                    .get()
                    .registry;
        } catch (UnsupportedOperationException onlyInFullContainers) {
            return registries.get();
        }
    }

    /** Where the server puts the registry. */
    static class Holder {
        @Inject
        MetricRegistry registry;
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
