package io.headgate.internal.rest;

import io.headgate.internal.log.Log;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Registers the filters in every REST application. Servers find this class by its annotation; {@link ServiceFeature} is there
 * also where the application lists its classes. By class, without contracts or priorities: servers differ in what they do
 * with those, and inject only into what they create.
 */
@Provider
@ConstrainedTo(RuntimeType.SERVER)
public class RateLimitFeature implements Feature {

    private static final List<Class<?>> PROVIDERS =
            List.of(RateLimitRequestFilter.class, RateLimitResponseFilter.class, RateLimitExceededMapper.class);

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private volatile boolean configured;

    /** For the container. */
    public RateLimitFeature() {}

    /** Leaves an application alone that CDI does not serve: filters that nobody can inject would stop its deployment. */
    @Override
    public boolean configure(FeatureContext context) {
        if (!hasBeans()) {
            if (!WARNED.getAndSet(true)) {
                Log.noBeans();
            }
            return false;
        }
        Configuration configuration = context.getConfiguration();
        List<Class<?>> missing = PROVIDERS.stream()
                .filter(provider -> !configuration.isRegistered(provider))
                .toList();
        missing.forEach(context::register);
        configured = true;
        return !missing.isEmpty();
    }

    /** Whether a REST application took the filters from this instance. */
    public boolean isConfigured() {
        return configured;
    }

    private static boolean hasBeans() {
        try {
            return !CDI.current().select(RestEdge.class).isUnsatisfied();
        } catch (RuntimeException noContainer) {
            // Each server has an exception of its own for a container that is not there.
            return false;
        }
    }
}
