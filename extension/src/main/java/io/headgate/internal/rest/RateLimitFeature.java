package io.headgate.internal.rest;

import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import java.util.List;

/**
 * Registers the filters in every REST application, also where the application lists its classes: servers read this class's
 * name from a service file ({@link FoundFeature} is for the others). By class, without contracts or priorities: servers
 * differ in what they do with those, and inject only into what they create.
 */
@ConstrainedTo(RuntimeType.SERVER)
public class RateLimitFeature implements Feature {

    private static final List<Class<?>> PROVIDERS =
            List.of(RateLimitRequestFilter.class, RateLimitResponseFilter.class, RateLimitExceededMapper.class);

    /** For the container. */
    public RateLimitFeature() {}

    @Override
    public boolean configure(FeatureContext context) {
        Configuration configuration = context.getConfiguration();
        List<Class<?>> missing = PROVIDERS.stream()
                .filter(provider -> !configuration.isRegistered(provider))
                .toList();
        missing.forEach(context::register);
        return !missing.isEmpty();
    }
}
