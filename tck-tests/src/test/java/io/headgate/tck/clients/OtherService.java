package io.headgate.tck.clients;

import io.headgate.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** The other service. */
@Path("/")
@RegisterRestClient(configKey = "other")
public interface OtherService {

    /** Is not limited, since the calls go out. */
    @GET
    @RateLimit(limit = 1)
    String ask();
}
