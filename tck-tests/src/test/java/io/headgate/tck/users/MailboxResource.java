package io.headgate.tck.users;

import io.headgate.RateLimit;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Something that belongs to a user; the server lets nobody else in. */
@Path("/mailbox")
@RequestScoped
public class MailboxResource {

    /** One a minute for each user. */
    @GET
    @RolesAllowed("user")
    @RateLimit(name = "mailbox", key = "user", limit = 1)
    public String read() {
        return "no mail";
    }

    /** One a minute for each user. */
    @GET
    @Path("/wait")
    @RolesAllowed("user")
    @RateLimit(name = "await-mail", key = "user", limit = 1)
    public String await() {
        return "no mail yet";
    }
}
