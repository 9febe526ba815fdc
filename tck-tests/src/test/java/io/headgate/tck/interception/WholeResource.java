package io.headgate.tck.interception;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** One a minute for each method. */
@Path("/whole")
@RequestScoped
@RateLimit(limit = 1)
public class WholeResource {

    @Inject
    private Later later;

    /** Whether the container made this object, and injected what it needs. */
    @GET
    public String get() {
        return later == null ? "not injected" : "injected";
    }
}
