package io.headgate.tck.discovery;

import io.headgate.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Describes two resource methods, limits included. */
public interface Described {

    /** One a minute, where the implementation leaves the description as it is. */
    @GET
    @Path("/kept")
    @RateLimit(limit = 1)
    String kept();

    /** One a minute, where the implementation does not describe the method anew. */
    @GET
    @Path("/replaced")
    @RateLimit(limit = 1)
    String replaced();
}
