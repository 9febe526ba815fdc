package io.headgate.all;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Two permits an hour for everybody together. */
@Path("/letters")
@RequestScoped
public class Letters {

    /** A letter. */
    @GET
    @RateLimit(name = "letters", key = "global", limit = 2, window = "1h")
    public String letter() {
        return "letter";
    }
}
