package io.headgate.tck.quarkus.reactive;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.RateLimit;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** All the ways in which a resource runs. Each answers with the name of its thread. */
@Path("/reactive")
@Produces(MediaType.TEXT_PLAIN)
public class ReactiveResource {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Inject
    ReactiveBean bean;

    @Inject
    RateLimitStore store;

    /** Two a minute. */
    @GET
    @Path("/uni")
    @RateLimit(name = "uni", limit = 2, key = "ip")
    public Uni<String> uni() {
        return Uni.createFrom().item(ReactiveResource::thread);
    }

    /** Two a minute. */
    @GET
    @Path("/stage")
    @RateLimit(name = "stage", limit = 2, key = "ip")
    public CompletionStage<String> stage() {
        return CompletableFuture.completedFuture(thread());
    }

    /** Two a minute. */
    @GET
    @NonBlocking
    @Path("/non-blocking")
    @RateLimit(name = "non-blocking", limit = 2, key = "ip")
    public String nonBlocking() {
        return thread();
    }

    /** Two a minute, on a thread that may wait. */
    @GET
    @Path("/blocking")
    @RateLimit(name = "blocking", limit = 2, key = "ip")
    public String blocking() {
        return thread();
    }

    /** As many as the server can. */
    @GET
    @NonBlocking
    @Path("/free")
    public String free() {
        return thread();
    }

    /** Two a minute, as the bean says. */
    @GET
    @Path("/bean/uni")
    public Uni<String> beanUni() {
        return bean.uni();
    }

    /** Two a minute, as the bean says. */
    @GET
    @Path("/bean/stage")
    public CompletionStage<String> beanStage() {
        return bean.stage();
    }

    /** Two a minute, as the bean says, on a thread that may wait. */
    @GET
    @Path("/bean/blocking")
    public String beanBlocking() {
        return bean.plain();
    }

    /** Calls on an event loop what cannot wait for an answer. */
    @GET
    @NonBlocking
    @Path("/bean/plain")
    public String beanPlain() {
        return bean.plain();
    }

    /** Two limits, of which the second is reached first. */
    @GET
    @Path("/two")
    @RateLimit(name = "wide", limit = 10, key = "global")
    @RateLimit(name = "narrow", limit = 2, key = "global")
    public Uni<String> two() {
        return Uni.createFrom().item(ReactiveResource::thread);
    }

    /** Two a second, one after the other. */
    @GET
    @Path("/turns/uni")
    @RateLimit(name = "resource-uni", limit = 2, window = "1s", key = "ip", algorithm = Algorithm.LEAKY_BUCKET)
    public Uni<String> turnsUni() {
        return Uni.createFrom().item(ReactiveResource::thread);
    }

    /** Two a second, one after the other, on a thread that may wait and does not. */
    @GET
    @Path("/turns/blocking")
    @RateLimit(name = "resource-blocking", limit = 2, window = "1s", key = "ip", algorithm = Algorithm.LEAKY_BUCKET)
    public String turnsBlocking() {
        return thread();
    }

    /** Two a second, as the bean says. */
    @GET
    @Path("/turns/bean/uni")
    public Uni<String> beanTurnsUni() {
        return bean.turnsUni();
    }

    /** Two a second, as the bean says, called on a thread that may block. */
    @GET
    @Blocking
    @Path("/turns/bean/stage")
    public CompletionStage<String> beanTurnsStage() {
        return bean.turnsStage();
    }

    /** Two a second, as the bean says, on a thread that waits. */
    @GET
    @Path("/turns/bean/blocking")
    public String beanTurnsBlocking() {
        return bean.turnsPlain();
    }

    /** What the store has left of the first of the two. */
    @GET
    @Path("/wide")
    public CompletionStage<Long> wide() {
        LimitKey key = LimitKey.of("wide", List.of("global"));
        return store.peek(Acquisition.of(new PermitRequest(key, Limit.of(10, MINUTE), 1, false)))
                .thenApply(decisions -> decisions.get(0).remaining());
    }

    /** How many decisions the application's listener heard. */
    @GET
    @Path("/heard")
    public long heard() {
        return Heard.DECISIONS.sum();
    }

    /** How many calls of the stages came out so, as the application's metrics have it. */
    @GET
    @Path("/counted/{result}")
    public long counted(@PathParam("result") String result) {
        return Registries.counted("stage", result);
    }

    static String thread() {
        return Thread.currentThread().getName();
    }
}
