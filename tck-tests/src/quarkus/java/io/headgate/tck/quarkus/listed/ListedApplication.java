package io.headgate.tck.quarkus.listed;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists its one resource, and knows nothing of Headgate's filters. */
@ApplicationPath("/listed")
public class ListedApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(ListedResource.class);
    }
}
