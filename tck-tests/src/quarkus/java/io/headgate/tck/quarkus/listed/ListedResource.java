package io.headgate.tck.quarkus.listed;

import io.headgate.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** The resource that is listed. */
@Path("/orders")
public class ListedResource {

    /** One a minute. */
    @GET
    @RateLimit(limit = 1)
    public String list() {
        return "orders";
    }
}
