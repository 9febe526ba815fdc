package io.headgate.tck.applications;

import io.headgate.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource of one of the two applications. */
@Path("/orders")
public class ExternalOrders {

    /** Ten a minute. */
    @GET
    @RateLimit(limit = 10)
    public String list() {
        return "orders";
    }

    /** One a minute. */
    @GET
    @Path("/first")
    @RateLimit(limit = 1)
    public String first() {
        return "order";
    }
}
