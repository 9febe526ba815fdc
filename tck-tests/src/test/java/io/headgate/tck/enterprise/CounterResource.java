package io.headgate.tck.enterprise;

import io.headgate.RateLimit;
import jakarta.ejb.Stateless;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource that is an enterprise bean. */
@Path("/counter")
@Stateless
public class CounterResource {

    /** One a minute. */
    @GET
    @RateLimit(limit = 1)
    public String get() {
        return "counter";
    }
}
