package io.headgate.tck.interception;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers later. */
@Path("/stage")
@RequestScoped
public class StageResource {

    /** One a minute. */
    @GET
    @RateLimit(limit = 1)
    public CompletionStage<String> get() {
        return CompletableFuture.supplyAsync(() -> "later");
    }
}
