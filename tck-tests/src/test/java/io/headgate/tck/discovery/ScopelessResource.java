package io.headgate.tck.discovery;

import io.headgate.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource without a scope: a CDI bean on some servers, a plain object on others. */
@Path("/scopeless")
public class ScopelessResource {

    /** One a minute. */
    @GET
    @RateLimit(limit = 1)
    public String get() {
        return "scopeless";
    }
}
