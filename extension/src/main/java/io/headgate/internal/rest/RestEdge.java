package io.headgate.internal.rest;

import io.headgate.Decision;
import io.headgate.KeyContext;
import io.headgate.Verdict;
import io.headgate.internal.engine.AmbientRequest;
import io.headgate.internal.engine.CurrentRequest;
import io.headgate.internal.engine.Patience;
import io.headgate.internal.engine.RateLimitEngine;
import io.headgate.internal.engine.Turn;
import io.headgate.internal.policy.PolicyRegistry;
import io.headgate.internal.policy.PolicyResolver;
import io.headgate.internal.policy.PolicyUse;
import io.headgate.internal.policy.Settings;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.inject.Provider;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the two filters and the exception mapper share: the engine, the resources and the form of the answer. */
public final class RestEdge {

    private static final String ORIGIN = "Origin";
    private static final String PREFLIGHT = "Access-Control-Request-Method";

    /**
     * What servers offer in ways of their own.
     *
     * @param ambient shows the request on a thread
     * @param patience tells which threads may wait
     * @param suspension lets requests wait without a thread
     */
    public record Server(AmbientRequest ambient, Patience patience, Optional<Suspension> suspension) {}

    private final RateLimitEngine engine;
    private final PolicyRegistry registry;
    private final Settings settings;
    private final Server server;
    private final Resources resources;
    private final OwnClasses own;
    private final RateLimitHeaders headers;
    private final boolean beansAreLimited;

    /**
     * The edge of one application.
     *
     * @param seen whether discovery already looked at a class
     * @param beansAreLimited whether interceptors may decide further down
     * @param deployment the context class loader of the deployment
     */
    public RestEdge(
            RateLimitEngine engine,
            PolicyRegistry registry,
            PolicyResolver resolver,
            Settings settings,
            Server server,
            Predicate<Class<?>> seen,
            boolean beansAreLimited,
            ClassLoader deployment) {
        this.engine = engine;
        this.registry = registry;
        this.settings = settings;
        this.server = server;
        this.resources = new Resources(registry, resolver, seen);
        this.own = new OwnClasses(deployment);
        this.headers = new RateLimitHeaders(settings);
        this.beansAreLimited = beansAreLimited;
    }

    /** Whether a request is the server's own affair: no class of the application has to do with it. */
    boolean isForeign(@Nullable Application application, @Nullable Class<?> resource) {
        return (resource == null || !own.owns(resource)) && !own.owns(application);
    }

    /** Whether a request is free: a CORS preflight, or OPTIONS where the application has no method for it. */
    static boolean isInquiry(ContainerRequestContext request, @Nullable Method method) {
        return isPreflight(request) || isAutomaticOptions(request, method);
    }

    /** Whether a browser asks, before the request itself, what another origin may do. */
    static boolean isPreflight(ContainerRequestContext request) {
        return isOptions(request)
                && request.getHeaderString(ORIGIN) != null
                && request.getHeaderString(PREFLIGHT) != null;
    }

    /** Whether the server answers an OPTIONS request itself. */
    static boolean isAutomaticOptions(ContainerRequestContext request, @Nullable Method method) {
        return isOptions(request) && (method == null || !isOptionsMethod(method));
    }

    private static boolean isOptions(ContainerRequestContext request) {
        return request.getMethod().equals(HttpMethod.OPTIONS);
    }

    private static boolean isOptionsMethod(Method method) {
        return new JaxRsRules()
                .annotated(method.getDeclaringClass(), method)
                .flatMap(JaxRsRules::httpMethod)
                .filter(HttpMethod.OPTIONS::equals)
                .isPresent();
    }

    /** The policies of a resource method. */
    Resources.Resource resource(Class<?> type, Method method) {
        return resources.find(type, method);
    }

    /** Whether nothing can be decided for a request for this resource, here or further down. */
    boolean isFree(Resources.Resource resource) {
        return resource.uses().isEmpty() && !resource.wrong() && !beansAreLimited;
    }

    /** Whether nothing can be decided for a request that reaches no resource method, and nothing was on its way there. */
    boolean isFreeWithoutMethod() {
        return configured().isEmpty() && !beansAreLimited;
    }

    /** The policies of requests that reach no resource method. */
    List<PolicyUse> configured() {
        return registry.configured();
    }

    /** A request that begins here. */
    CurrentRequest begin(ContainerRequestContext request, @Nullable Method method) {
        return new CurrentRequest(new RestCall(request, server.ambient().current(), Optional.ofNullable(method)));
    }

    /**
     * Lets interceptors further down see this request, and this request see what resource locators decided before it began,
     * where the server keeps a request scope.
     */
    static void share(CurrentRequest current, @Nullable Provider<CurrentRequest> scoped) {
        try {
            Injected.orFound(scoped, CurrentRequest.class).get().become(current);
        } catch (ContextNotActiveException noRequestScope) {
            // Interceptors then see the request as the server shows it, and print no headers of their own.
        }
    }

    /**
     * Decides the policies for a request, within the store's deadline, and adds the verdict to it. What a resource locator
     * paid is not paid again.
     */
    CompletableFuture<Turn> decide(List<PolicyUse> uses, CurrentRequest current) {
        KeyContext call = current.call().orElseThrow();
        return engine.decide(unpaid(uses, current.verdict()), call)
                .toCompletableFuture()
                .thenApply(turn -> {
                    current.add(turn.verdict());
                    return turn;
                });
    }

    private static List<PolicyUse> unpaid(List<PolicyUse> uses, Verdict earlier) {
        List<Decision> decisions = earlier.decisions();
        return decisions.isEmpty()
                ? uses
                : uses.stream()
                        .filter(use -> decisions.stream()
                                .noneMatch(decision -> decision.allowed()
                                        && decision.policy().equals(use.policy().name())))
                        .toList();
    }

    /** Whether this thread can have a verdict now, and what becomes of a request whose thread cannot. */
    Patience patience() {
        return server.patience();
    }

    /** The way to let this request wait without its thread; empty where the server has none. */
    Optional<Suspension> suspension(ContainerRequestContext request) {
        return server.suspension().filter(suspension -> suspension.covers(request));
    }

    /** The answer to a request that does not pass. */
    DeniedAnswer answer(Verdict verdict, HttpHeaders accepted) {
        return DeniedAnswer.of(verdict, readable(accepted::getAcceptableMediaTypes), settings);
    }

    /** The answer to a request that does not pass. */
    DeniedAnswer answer(Verdict verdict, ContainerRequestContext request) {
        return DeniedAnswer.of(verdict, readable(request::getAcceptableMediaTypes), settings);
    }

    /** What a request accepts; nothing in particular where its header cannot be read, which some servers answer by throwing. */
    private static List<MediaType> readable(Supplier<List<MediaType>> accepted) {
        try {
            return accepted.get();
        } catch (RuntimeException malformed) {
            return List.of();
        }
    }

    /** The printer of headers. */
    RateLimitHeaders headers() {
        return headers;
    }

    static boolean isCrossOrigin(ContainerRequestContext request) {
        return request.getHeaderString(ORIGIN) != null;
    }
}
