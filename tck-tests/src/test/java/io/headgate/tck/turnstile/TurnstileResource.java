package io.headgate.tck.turnstile;

import io.headgate.Algorithm;
import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Lets pass, so many in a minute of the clock. */
@Path("/turnstile")
@RequestScoped
public class TurnstileResource {

    /** Two pass together. */
    @GET
    @RateLimit(name = "turnstile", limit = 5, cost = 2, window = "1m", algorithm = Algorithm.FIXED_WINDOW)
    public String pass() {
        return "passed";
    }
}
