package io.headgate.tck.discovery;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** All that JAX-RS must know, and nothing of limits. */
@Path("/clock")
public interface Clock {

    /** What time it is. */
    @GET
    @Path("/now")
    String now();
}
