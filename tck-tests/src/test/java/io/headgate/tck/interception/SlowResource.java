package io.headgate.tck.interception;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Is meant to be limited by an annotation of the application's own. */
@Path("/slow")
@RequestScoped
@Slow
public class SlowResource {

    /** Unlimited. */
    @GET
    public String get() {
        return "slow";
    }
}
