package io.headgate.tck.ownclient;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Greets. */
@Path("/greeting")
@RequestScoped
public class GreetingResource {

    /** A greeting. */
    @GET
    @RateLimit(name = "greeting", limit = 1000, window = "1m")
    public String greeting() {
        return "hello";
    }
}
