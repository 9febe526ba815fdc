package io.headgate.example;

import io.headgate.Algorithm;
import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The same numbers, 10 in 10 seconds for each address, by each algorithm: to be tried side by side. */
@Path("/algorithms")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
public class AlgorithmsResource {

    private static final String PASSED = "passed\n";

    /** Ten, and the next ones as the earlier use slides out of the window. */
    @GET
    @Path("/sliding-window")
    @RateLimit(name = "sliding-window", key = "ip", limit = 10, window = "10s", algorithm = Algorithm.SLIDING_WINDOW)
    public String slidingWindow() {
        return PASSED;
    }

    /** Ten, and ten again when the clock's next ten seconds begin. */
    @GET
    @Path("/fixed-window")
    @RateLimit(name = "fixed-window", key = "ip", limit = 10, window = "10s", algorithm = Algorithm.FIXED_WINDOW)
    public String fixedWindow() {
        return PASSED;
    }

    /** Ten, and each of them again ten seconds after it was used. */
    @GET
    @Path("/sliding-log")
    @RateLimit(name = "sliding-log", key = "ip", limit = 10, window = "10s", algorithm = Algorithm.SLIDING_LOG)
    public String slidingLog() {
        return PASSED;
    }

    /** Ten, and then one in each second. */
    @GET
    @Path("/token-bucket")
    @RateLimit(name = "token-bucket", key = "ip", limit = 10, window = "10s", algorithm = Algorithm.TOKEN_BUCKET)
    public String tokenBucket() {
        return PASSED;
    }

    /** One in each second; who comes early waits for up to two seconds. */
    @GET
    @Path("/leaky-bucket")
    @RateLimit(
            name = "leaky-bucket",
            key = "ip",
            limit = 10,
            window = "10s",
            maxWait = "2s",
            algorithm = Algorithm.LEAKY_BUCKET)
    public String leakyBucket() {
        return PASSED;
    }
}
