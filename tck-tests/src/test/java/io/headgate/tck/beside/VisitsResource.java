package io.headgate.tck.beside;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;

/** Counts visits with the application's own Redisson, as many as Headgate admits. */
@Path("/visits")
@RequestScoped
public class VisitsResource {

    @Inject
    RedissonClient client;

    /** How many there were. */
    @GET
    @RateLimit(name = "visits", limit = 2, window = "1m")
    public String visit() {
        return String.valueOf(client.getAtomicLong("visits").incrementAndGet());
    }

    /** Where the class of the application's client comes from. */
    @GET
    @Path("/library")
    public String library() {
        return Redisson.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
    }
}
