package io.headgate.tck.quarkus.listed;

import io.headgate.internal.rest.RateLimitFeature;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists its one resource and Headgate. */
@ApplicationPath("/complete")
public class CompleteApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(ListedResource.class, RateLimitFeature.class);
    }
}
