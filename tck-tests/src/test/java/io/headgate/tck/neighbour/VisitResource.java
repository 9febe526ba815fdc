package io.headgate.tck.neighbour;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Takes its time. */
@Path("/visit")
@RequestScoped
public class VisitResource {

    private static final Duration STAY = Duration.ofMillis(100);

    /** Keeps a thread of the server for a moment. */
    @GET
    public String visit() {
        LockSupport.parkNanos(STAY.toNanos());
        return "until next time";
    }
}
