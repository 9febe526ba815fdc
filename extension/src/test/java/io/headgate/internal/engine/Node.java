package io.headgate.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.policy.PolicyResolver;
import io.headgate.internal.policy.PropertySource;
import io.headgate.internal.policy.Resolution;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.RateLimitStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An engine with a store and places to wait, without an application around it. */
final class Node implements AutoCloseable {

    private final Resolution resolution;
    final Turns turns;
    final RateLimitEngine engine;

    /**
     * A node.
     *
     * @param store who closes it is whoever made it
     * @param properties configuration; its policies for every request are decided
     */
    Node(RateLimitStore store, Map<String, String> properties) {
        this(Backend.of(store), properties);
    }

    /** A node whose store may fail. */
    Node(Backend backend, Map<String, String> properties) {
        this.resolution = new PolicyResolver(source(properties), Algorithms.supported()).resolve(List.of());
        assertThat(resolution.mistakes()).isEmpty();
        this.turns = new Turns(
                resolution.settings().maxWaiting(),
                new BackgroundScheduler("test-turns", Node.class.getClassLoader(), failure -> {}),
                backend.behind());
        Listeners listeners = new Listeners(List.of(), List.of(), TimeSource.monotonic());
        this.engine = new RateLimitEngine(backend, resolution.settings(), listeners, () -> true, turns);
    }

    /** The answer to one call outside a request. */
    Turn decide() {
        return engine.decide(resolution.registry().configured(), new NoRequest(Optional.empty()))
                .toCompletableFuture()
                .join();
    }

    @Override
    public void close() {
        turns.close();
    }

    private static PropertySource source(Map<String, String> properties) {
        return new PropertySource() {
            @Override
            public Optional<Property> find(String name) {
                return Optional.ofNullable(properties.get(name)).map(value -> new Property(name, value, "test"));
            }

            @Override
            public Set<String> names() {
                return properties.keySet();
            }
        };
    }
}
