package io.headgate.tck.hostile;

import io.headgate.Algorithm;
import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A method for each way in which a request says who sends it. A log counts over any hour, so no edge of a window disturbs. */
@Path("/")
@Produces(MediaType.TEXT_PLAIN)
@RequestScoped
public class HostileResource {

    /** How many pass, for each subject. */
    public static final int LIMIT = 2;

    /** What is answered to those who pass. */
    public static final String PASSED = "passed";

    /** Counts the values of a header. */
    @GET
    @Path("tenant")
    @RateLimit(
            name = "tenant",
            key = "header:X-Tenant",
            limit = LIMIT,
            window = "1h",
            algorithm = Algorithm.SLIDING_LOG)
    public String tenant() {
        return PASSED;
    }

    /** Counts API keys, none of which are known. */
    @GET
    @Path("key")
    @RateLimit(name = "key", key = "api-key | ip", limit = LIMIT, window = "1h", algorithm = Algorithm.SLIDING_LOG)
    public String key() {
        return PASSED;
    }

    /** Counts users, whom {@link BelievingFilter} names. */
    @GET
    @Path("user")
    @RateLimit(name = "user", key = "user | ip", limit = LIMIT, window = "1h", algorithm = Algorithm.SLIDING_LOG)
    public String user() {
        return PASSED;
    }

    /** Counts what proxies write. */
    @GET
    @Path("hops")
    @RateLimit(
            name = "hops",
            key = "header:Forwarded + header:X-Forwarded-For | header:X-Forwarded-For | ip",
            limit = LIMIT,
            window = "1h",
            algorithm = Algorithm.SLIDING_LOG)
    public String hops() {
        return PASSED;
    }

    /** Counts addresses. */
    @GET
    @Path("ip")
    @RateLimit(name = "ip", key = "ip", limit = LIMIT, window = "1h", algorithm = Algorithm.SLIDING_LOG)
    public String ip() {
        return PASSED;
    }

    /** Lets nobody pass, whatever type of answer was wanted. */
    @GET
    @Path("closed")
    @Produces(MediaType.WILDCARD)
    @RateLimit(name = "closed", key = "header:X-Tenant | ip", limit = 0)
    public String closed() {
        return PASSED;
    }

    /** Not limited, but by the policy that is configured for all requests. */
    @GET
    @Path("free")
    @Produces(MediaType.WILDCARD)
    public String free() {
        return PASSED;
    }
}
