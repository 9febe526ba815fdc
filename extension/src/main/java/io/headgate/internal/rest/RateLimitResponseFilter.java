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
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Prints the verdict, as the last response filter. Requests that the request filter never saw, such as those that match no
 * resource, are decided here by the configured policies; a denial replaces the response.
 */
@Dependent
@ConstrainedTo(RuntimeType.SERVER)
@Priority(RateLimitResponseFilter.PRIORITY)
public class RateLimitResponseFilter implements ContainerResponseFilter {

    /** Response filters run from the highest number to the lowest. */
    static final int PRIORITY = 0;

    private static final int FIRST_ERROR = 400;

    /** Headers that describe an entity, and would describe the wrong one once it is replaced. */
    private static final List<String> OF_THE_REPLACED_ENTITY = List.of(
            HttpHeaders.CONTENT_ENCODING,
            HttpHeaders.CONTENT_LANGUAGE,
            HttpHeaders.CONTENT_LOCATION,
            HttpHeaders.CONTENT_DISPOSITION,
            "Content-Range",
            HttpHeaders.ETAG,
            HttpHeaders.LAST_MODIFIED);

    @Inject
    @Nullable
    Provider<RestEdge> edges;

    private @Nullable RestEdge edge;

    @Inject
    @Nullable
    Provider<CurrentRequest> scoped;

    @Context
    ResourceInfo resourceInfo;

    @Context
    Application application;

    /** For the container. */
    @SuppressWarnings("NullAway.Init")
    public RateLimitResponseFilter() {}

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        Object decided = decided(request);
        if (decided instanceof CurrentRequest current) {
            printDecided(edge(), current.verdict(), request, response);
        } else if (decided == null) {
            decideLate(edge(), request, response);
        }
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

    private void decideLate(RestEdge edge, ContainerRequestContext request, ContainerResponseContext response) {
        if (edge.isFreeWithoutMethod()
                || isInquiry(request, response)
                || MediaType.SERVER_SENT_EVENTS_TYPE.isCompatible(response.getMediaType())
                || edge.isForeign(application, resourceInfo.getResourceClass())) {
            return;
        }
        CurrentRequest current = edge.begin(request, null);
        RestEdge.share(current, scoped);
        CompletableFuture<Turn> decided = edge.decide(edge.configured(), current);
        if (!edge.patience().canAwait(decided)) {
            // On an event loop the request is charged, and the response cannot wait for what comes of it.
            return;
        }
        Turn turn = decided.join();
        Verdict verdict = edge.patience().canAwait(turn.come()) ? turn.await() : turn.verdict();
        if (!verdict.allowed()) {
            replace(response, edge.answer(current.verdict().plus(verdict), request));
        }
        print(edge, current.verdict(), request, response);
    }

    /** An OPTIONS request that failed without being a preflight found nothing to ask about, and counts like any other. */
    private boolean isInquiry(ContainerRequestContext request, ContainerResponseContext response) {
        return RestEdge.isPreflight(request)
                || (response.getStatus() < FIRST_ERROR
                        && RestEdge.isAutomaticOptions(request, resourceInfo.getResourceMethod()));
    }

    private static void replace(ContainerResponseContext response, DeniedAnswer answer) {
        OF_THE_REPLACED_ENTITY.forEach(response.getHeaders()::remove);
        response.setStatus(answer.status());
        response.setEntity(answer.entity(), new Annotation[0], answer.mediaType());
        response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
        answer.retrySeconds()
                .ifPresent(seconds -> response.getHeaders().putSingle(RateLimitHeaders.RETRY_AFTER, seconds));
    }

    /** A bean that was refused on another thread did not tell this request, but its answer carries its own headers. */
    private static void printDecided(
            RestEdge edge, Verdict verdict, ContainerRequestContext request, ContainerResponseContext response) {
        boolean tellsOfAnotherRefusal = verdict.allowed()
                && response.getStatus() == DeniedAnswer.TOO_MANY_REQUESTS
                && RateLimitHeaders.arePrinted(response.getHeaders());
        if (!tellsOfAnotherRefusal) {
            print(edge, verdict, request, response);
        }
    }

    private static void print(
            RestEdge edge, Verdict verdict, ContainerRequestContext request, ContainerResponseContext response) {
        edge.headers().print(verdict, response.getHeaders(), RestEdge.isCrossOrigin(request));
    }

    /** After a failed asynchronous request some servers let no property be read: such a request was decided. */
    private static @Nullable Object decided(ContainerRequestContext request) {
        try {
            return request.getProperty(RateLimitRequestFilter.DECIDED);
        } catch (RuntimeException unreadable) {
            return RateLimitRequestFilter.EXEMPT;
        }
    }
}
