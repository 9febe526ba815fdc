package io.headgate.tck.applications;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** One of the two applications. */
@ApplicationPath("/int")
public class InternalApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(InternalOrders.class);
    }
}
