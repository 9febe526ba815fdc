package io.headgate.tck.interception;

import io.headgate.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Is reached through another resource; no bean. */
public class Child {

    /** One a minute. */
    @GET
    @Path("/one")
    @RateLimit(limit = 1)
    public String one() {
        return "one";
    }

    /** Ten a minute. */
    @GET
    @Path("/ten")
    @RateLimit(limit = 10)
    public String ten() {
        return "ten";
    }

    /** Three a minute, together with what leads here. */
    @GET
    @Path("/both")
    @RateLimit(name = "both", limit = 3)
    public String both() {
        return "both";
    }
}
