package io.headgate.tck.users;

import io.headgate.RateLimit;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Something that belongs to a user; the server lets everybody in, JAX-RS asks for the role. */
@Path("/letters")
@RequestScoped
public class LettersResource {

    /** One a minute for each user. */
    @GET
    @RolesAllowed("user")
    @RateLimit(name = "letters", key = "user", limit = 1)
    public String read() {
        return "no letters";
    }
}
