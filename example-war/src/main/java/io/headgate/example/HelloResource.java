package io.headgate.example;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Says hello. Nothing here mentions a limit: the configured policies apply to every request. */
@Path("/hello")
@RequestScoped
public class HelloResource {

    /** A greeting. */
    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String hello() {
        return "Hello\n";
    }
}
