package io.headgate.tck.late;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps requests until they are told to go. */
@Path("/late")
@RequestScoped
public class LateResource {

    private static final Queue<CompletableFuture<String>> WAITING = new ConcurrentLinkedQueue<>();

    /** Ten a minute; answers when it is told to. */
    @GET
    @RateLimit(limit = 10)
    public CompletionStage<String> get() {
        CompletableFuture<String> later = new CompletableFuture<>();
        WAITING.add(later);
        return later;
    }

    /** How many requests wait. */
    @GET
    @Path("/waiting")
    public int waiting() {
        return WAITING.size();
    }

    /** Lets the request go that waits. */
    @GET
    @Path("/go")
    public String go() {
        WAITING.remove().complete("late");
        return "gone";
    }

    /** Lets the request fail that waits. */
    @GET
    @Path("/fail")
    public String fail() {
        WAITING.remove()
                .completeExceptionally(
                        new WebApplicationException(Response.status(409).build()));
        return "gone";
    }
}
