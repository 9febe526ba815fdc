package io.headgate.tck.torture;

import io.headgate.Algorithm;
import io.headgate.OnStoreFailure;
import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** One method for each thing that can be done without Redis, one that nobody stops, and one that much may pass. */
@Path("/")
@RequestScoped
public class TortureResource {

    /** How many pass in a window, for each client. */
    public static final int LIMIT = 20;

    /** The length of a window. */
    public static final int WINDOW_SECONDS = 5;

    private static final String WINDOW = WINDOW_SECONDS + "s";
    private static final String PASSED = "passed";

    @Inject
    Metronome metronome;

    /** Counted alone, without Redis. */
    @GET
    @Path("local")
    @RateLimit(name = "local", key = "api-key", limit = LIMIT, window = WINDOW, algorithm = Algorithm.FIXED_WINDOW)
    public String local() {
        return PASSED;
    }

    /** Uncounted, without Redis. */
    @GET
    @Path("allow")
    @RateLimit(
            name = "allow",
            key = "api-key",
            limit = LIMIT,
            window = WINDOW,
            algorithm = Algorithm.FIXED_WINDOW,
            onStoreFailure = OnStoreFailure.ALLOW)
    public String allow() {
        return PASSED;
    }

    /** Refused, without Redis. */
    @GET
    @Path("deny")
    @RateLimit(
            name = "deny",
            key = "api-key",
            limit = LIMIT,
            window = WINDOW,
            algorithm = Algorithm.FIXED_WINDOW,
            onStoreFailure = OnStoreFailure.DENY)
    public String deny() {
        return PASSED;
    }

    /** Limited, and nobody comes near the limit. */
    @GET
    @Path("wide")
    @RateLimit(name = "wide", key = "ip", limit = 10_000_000, window = "1h")
    public String wide() {
        return PASSED;
    }

    /** Not limited. */
    @GET
    @Path("free")
    public String free() {
        return PASSED;
    }

    /** When this process stood still, a line for each time. */
    @GET
    @Path("pauses")
    public String pauses() {
        return metronome.pauses();
    }
}
