package io.headgate.example.quarkus;

import io.headgate.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Opens the gate. */
@Path("/gate")
@Produces(MediaType.TEXT_PLAIN)
public class GateResource {

    /** Three times a minute for each address. */
    @GET
    @RateLimit(name = "gate", key = "ip", limit = 3, window = "1m")
    public String open() {
        return "open\n";
    }

    /** The same on an event loop: nobody waits there, whatever the counters do. */
    @GET
    @Path("/later")
    @RateLimit(name = "gate-later", key = "ip", limit = 3, window = "1m")
    public CompletionStage<String> openLater() {
        return CompletableFuture.completedFuture("open\n");
    }
}
