package io.headgate.tck.discovery;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Keeps one description and replaces the other, which ends the inheritance of all its annotations. */
@Path("/described")
@RequestScoped
public class DescribedResource implements Described {

    @Override
    public String kept() {
        return "kept";
    }

    @Override
    @GET
    @Path("/replaced")
    public String replaced() {
        return "replaced";
    }
}
