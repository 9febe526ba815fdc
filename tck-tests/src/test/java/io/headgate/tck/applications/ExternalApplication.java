package io.headgate.tck.applications;

import io.headgate.tck.discovery.WallClock;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** The other one; of the clock it lists only the class, which has no JAX-RS annotation. */
@ApplicationPath("/ext")
public class ExternalApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(ExternalOrders.class, WallClock.class);
    }
}
