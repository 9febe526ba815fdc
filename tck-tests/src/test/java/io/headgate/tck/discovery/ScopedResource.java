package io.headgate.tck.discovery;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource that is a CDI bean, and that both the filter and the interceptor could count. */
@Path("/scoped")
@RequestScoped
public class ScopedResource {

    /** Two a minute for each address. */
    @GET
    @RateLimit(limit = 2, key = "ip")
    public String get() {
        return "scoped";
    }

    /** One a minute, counted by name. */
    @GET
    @Path("/measured")
    @RateLimit(name = "measured", limit = 1, key = "ip")
    public String measured() {
        return "measured";
    }
}
