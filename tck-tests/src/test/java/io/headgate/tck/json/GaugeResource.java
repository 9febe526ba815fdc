package io.headgate.tck.json;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Reads a gauge. */
@Path("/gauge")
@RequestScoped
public class GaugeResource {

    /** What it shows. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RateLimit(name = "gauge", limit = 2, window = "1m")
    public Gauge gauge() {
        return new Gauge();
    }
}
