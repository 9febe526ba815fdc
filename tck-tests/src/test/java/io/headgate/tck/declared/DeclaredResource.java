package io.headgate.tck.declared;

import io.headgate.Algorithm;
import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Calls the bean, and has a limit that the application's own source of configuration changes. */
@Path("/declared")
@RequestScoped
public class DeclaredResource {

    @Inject
    private TwiceEnabled bean;

    /** What the bean says. */
    @GET
    @Path("/bean")
    public String bean() {
        return bean.call();
    }

    /** As {@link OwnSource} says: one a minute. */
    @GET
    @Path("/configured")
    @RateLimit(limit = 100)
    public String configured() {
        return "configured";
    }

    /** Three a month, of the calendar that {@link OwnSource} names. */
    @GET
    @Path("/monthly")
    @RateLimit(limit = 3, window = "P1M", algorithm = Algorithm.FIXED_WINDOW)
    public String monthly() {
        return "monthly";
    }
}
