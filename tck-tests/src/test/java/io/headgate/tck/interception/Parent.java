package io.headgate.tck.interception;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.Path;

/** Leads to other resources. */
@Path("/parent")
@RequestScoped
public class Parent {

    /** Five a minute; leads to what is limited more. */
    @Path("/narrow")
    @RateLimit(limit = 5)
    public Child narrow() {
        return new Child();
    }

    /** Two a minute; leads to what is limited less. */
    @Path("/wide")
    @RateLimit(limit = 2)
    public Child wide() {
        return new Child();
    }

    /** Three a minute, together with what it leads to. */
    @Path("/both")
    @RateLimit(name = "both")
    public Child both() {
        return new Child();
    }
}
