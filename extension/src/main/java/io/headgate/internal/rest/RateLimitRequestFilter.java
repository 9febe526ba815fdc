package io.headgate.internal.rest;

import io.headgate.Verdict;
import io.headgate.internal.engine.CurrentRequest;
import io.headgate.internal.engine.Turn;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Decides before the resource runs: after authentication, before authorization. */
@Dependent
@ConstrainedTo(RuntimeType.SERVER)
@Priority(RateLimitRequestFilter.PRIORITY)
public class RateLimitRequestFilter implements ContainerRequestFilter {

    /** After {@code Priorities.AUTHENTICATION} (1000), before {@code Priorities.AUTHORIZATION} (2000). */
    static final int PRIORITY = 1900;

    /** The request property that says that a request was decided: its {@link CurrentRequest}, or {@link #EXEMPT}. */
    static final String DECIDED = "io.headgate.decided";

    /** The value for a request that no policy applies to. */
    static final String EXEMPT = "exempt";

    @Inject
    @Nullable
    Provider<RestEdge> edges;

    @Inject
    @Nullable
    Provider<CurrentRequest> scoped;

    private @Nullable RestEdge edge;

    @Context
    ResourceInfo resourceInfo;

    @Context
    Application application;

    /** For the container. */
    @SuppressWarnings("NullAway.Init")
    public RateLimitRequestFilter() {}

    @Override
    public void filter(ContainerRequestContext request) {
        Method method = resourceInfo.getResourceMethod();
        Class<?> type = resourceInfo.getResourceClass();
        if (method == null || type == null) {
            return;
        }
        RestEdge edge = edge();
        if (edge.isForeign(application, type)) {
            request.setProperty(DECIDED, EXEMPT);
            return;
        }
        Resources.Resource resource = edge.resource(concrete(type, request), method);
        if (edge.isFree(resource) || RestEdge.isInquiry(request, method)) {
            request.setProperty(DECIDED, EXEMPT);
            return;
        }
        decide(edge, resource, edge.begin(request, method), request);
    }

    /** Looked up once: a look-up costs more than most decisions. */
    private RestEdge edge() {
        RestEdge known = edge;
        if (known == null) {
            known = Injected.orFound(edges, RestEdge.class).get();
            edge = known;
        }
        return known;
    }

    /** RESTEasy names the interface that bears the annotations; the object that will be called tells its class. */
    private static Class<?> concrete(Class<?> type, ContainerRequestContext request) {
        if (!type.isInterface()) {
            return type;
        }
        return request.getUriInfo().getMatchedResources().stream()
                .filter(type::isInstance)
                .findFirst()
                .<Class<?>>map(Object::getClass)
                .orElse(type);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what the last stage does with a failure is all that can be done
    private void decide(
            RestEdge edge, Resources.Resource resource, CurrentRequest current, ContainerRequestContext request) {
        request.setProperty(DECIDED, current);
        RestEdge.share(current, scoped);
        if (resource.wrong()) {
            request.abortWith(Response.serverError().build());
            return;
        }
        if (resource.uses().isEmpty()) {
            return;
        }
        CompletableFuture<Turn> decided = edge.decide(resource.uses(), current);
        boolean known = edge.patience().canAwait(decided);
        CompletableFuture<Verdict> come = known ? decided.join().come() : decided.thenCompose(Turn::come);
        Optional<Suspension> suspension = edge.suspension(request);
        if (come.isDone()) {
            answer(edge, come.join(), request);
        } else if (suspension.isPresent()) {
            suspension.get().suspend(request);
            come.whenComplete((verdict, failure) -> goOn(edge, suspension.get(), verdict, failure, request));
        } else if (edge.patience().canAwait(come)) {
            answer(edge, decided.join().await(), request);
        } else {
            edge.patience().warnUnheard(resource.method());
        }
    }

    /** Called by the thread that brings the verdict. Whatever happens, the request goes on; a refusal does by itself. */
    private static void goOn(
            RestEdge edge,
            Suspension suspension,
            @Nullable Verdict verdict,
            @Nullable Throwable failure,
            ContainerRequestContext request) {
        try {
            if (failure != null) {
                suspension.fail(request, failure);
            } else if (verdict == null || !answer(edge, verdict, request)) {
                suspension.resume(request);
            }
        } catch (Throwable unanswerable) {
            // Errors too: the client waits, and nobody else lets the request go on.
            suspension.fail(request, unanswerable);
        }
    }

    private static boolean answer(RestEdge edge, Verdict verdict, ContainerRequestContext request) {
        if (!verdict.allowed()) {
            request.abortWith(edge.answer(verdict, request).response());
        }
        return !verdict.allowed();
    }
}
