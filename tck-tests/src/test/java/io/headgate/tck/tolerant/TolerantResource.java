package io.headgate.tck.tolerant;

import io.headgate.RateLimitExceededException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.concurrent.CompletionStage;

/** Calls the bean, and has no limit of its own. */
@Path("/tolerant")
@RequestScoped
public class TolerantResource {

    @Inject
    private TolerantBean bean;

    /** What runs elsewhere. */
    @GET
    @Path("/elsewhere")
    public CompletionStage<String> elsewhere() {
        return bean.elsewhere();
    }

    /** How often the method was tried. */
    @GET
    @Path("/failing")
    public String failing() {
        try {
            bean.failing();
            return "passed";
        } catch (RateLimitExceededException exceeded) {
            return "refused, attempts " + bean.attempts();
        } catch (IllegalStateException expected) {
            return "failed, attempts " + bean.attempts();
        }
    }

    /** What comes in the place of the method. */
    @GET
    @Path("/broken")
    public String broken() {
        return bean.broken();
    }
}
