package io.headgate.tck.clock;

import io.headgate.internal.time.TimeSource;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Shows what time it is for Headgate. */
@Path("/clock")
@RequestScoped
public class ClockResource {

    @Inject
    private TimeSource time;

    /** Seconds since the epoch. */
    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String now() {
        return Long.toString(TimeSource.instant(time.micros()).getEpochSecond());
    }
}
