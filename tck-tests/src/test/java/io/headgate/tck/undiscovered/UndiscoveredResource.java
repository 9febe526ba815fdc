package io.headgate.tck.undiscovered;

import io.headgate.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource that CDI does not know. */
@Path("/undiscovered")
public class UndiscoveredResource {

    /** One a minute. */
    @GET
    @RateLimit(limit = 1)
    public String get() {
        return "undiscovered";
    }
}
