package io.headgate.tck.discovery;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** Methods that are called by several verbs. */
@Path("/verbs")
@RequestScoped
public class VerbsResource {

    /** One a minute; also answers HEAD. */
    @GET
    @Path("/get")
    @RateLimit(limit = 1)
    public String get() {
        return "get";
    }

    /** One a minute. */
    @OPTIONS
    @Path("/options")
    @RateLimit(limit = 1)
    public Response options() {
        return Response.noContent().header("Allow", "OPTIONS").build();
    }
}
