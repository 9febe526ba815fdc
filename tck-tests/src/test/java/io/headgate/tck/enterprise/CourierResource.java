package io.headgate.tck.enterprise;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.concurrent.CompletionStage;

/** Calls what works on managed threads, and has no limit of its own. */
@Path("/courier")
@RequestScoped
public class CourierResource {

    @Inject
    private Courier courier;

    /** What comes from the other thread. */
    @GET
    public CompletionStage<String> get() {
        return courier.elsewhere();
    }
}
