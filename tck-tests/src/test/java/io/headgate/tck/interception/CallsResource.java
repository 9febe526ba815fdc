package io.headgate.tck.interception;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Calls the beans, and has no limit of its own. */
@Path("/calls")
@RequestScoped
public class CallsResource {

    @Inject
    private Heir heir;

    @Inject
    private Made made;

    @Inject
    private Later later;

    @Inject
    private EarlyBird earlyBird;

    /** A method of a class whose superclass has the limit. */
    @GET
    @Path("/inherited")
    public String inherited() {
        return heir.inherited();
    }

    /** A static method. */
    @GET
    @Path("/static")
    public String ofNoObject() {
        return StaticBean.ping();
    }

    /** A method of an object that a producer made. */
    @GET
    @Path("/made")
    public String made() {
        return made.call();
    }

    /** How two calls ended whose results may come later, and how often the method ran. */
    @GET
    @Path("/later")
    public String later() {
        return result() + " " + result() + " ran " + later.runs();
    }

    private String result() {
        try {
            CompletionStage<Integer> stage = later.run();
            return stage.handle((runs, failure) -> failure == null
                            ? "passed"
                            : "failed:" + failure.getClass().getSimpleName())
                    .toCompletableFuture()
                    .join();
        } catch (RuntimeException thrown) {
            return "threw:" + thrown.getClass().getSimpleName();
        }
    }

    /** A stage of a bean's, handed on to the server. */
    @GET
    @Path("/stage")
    public CompletionStage<String> stage() {
        return later.stage();
    }

    /** Where two calls ran, of which the second one had to wait for its turn, and whether it did. */
    @GET
    @Path("/turns")
    public String turns() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Thread first = later.turn(loader).toCompletableFuture().join();
        long begin = System.nanoTime();
        Thread second = later.turn(loader).toCompletableFuture().join();
        boolean waited = Duration.ofNanos(System.nanoTime() - begin).toMillis() >= 400;
        boolean here = first == Thread.currentThread();
        boolean there = second != Thread.currentThread() && !second.getName().startsWith("headgate");
        System.out.println("a call that waited for its turn ran on " + second.getName());
        return here + " " + there + " " + waited;
    }

    /** How calls without a request ended. */
    @GET
    @Path("/early")
    public String early() throws InterruptedException {
        return earlyBird.results();
    }
}
