package io.headgate.internal.rest;

import io.headgate.RateLimitExceededException;
import io.headgate.internal.engine.CurrentRequest;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Answers a refused call of a bean as a refused request is answered. A mapper of the application takes precedence. */
@Dependent
@ConstrainedTo(RuntimeType.SERVER)
@Priority(Priorities.USER + 1000)
public class RateLimitExceededMapper implements ExceptionMapper<RateLimitExceededException> {

    @Inject
    @Nullable
    Provider<RestEdge> edges;

    @Inject
    @Nullable
    Provider<CurrentRequest> scoped;

    @Context
    HttpHeaders requestHeaders;

    /** For the container. */
    @SuppressWarnings("NullAway.Init")
    public RateLimitExceededMapper() {}

    @Override
    public Response toResponse(RateLimitExceededException exceeded) {
        RestEdge edge = Injected.orFound(edges, RestEdge.class).get();
        Response response = edge.answer(exceeded.verdict(), requestHeaders).response();
        edge.headers().print(exceeded.verdict(), response.getHeaders(), false);
        share(exceeded);
        return response;
    }

    /** The refusal may come from another thread, where the request was not in scope: here it is. */
    private void share(RateLimitExceededException exceeded) {
        try {
            Injected.orFound(scoped, CurrentRequest.class).get().add(exceeded.verdict());
        } catch (ContextNotActiveException noRequestScope) {
            // The response filter leaves alone what was printed above.
        }
    }
}
