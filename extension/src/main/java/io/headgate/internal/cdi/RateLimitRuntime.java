package io.headgate.internal.cdi;

import io.headgate.KeyContext;
import io.headgate.RateLimiter;
import io.headgate.Verdict;
import io.headgate.internal.engine.AmbientRequest;
import io.headgate.internal.engine.CurrentRequest;
import io.headgate.internal.engine.Listeners;
import io.headgate.internal.engine.NoRequest;
import io.headgate.internal.engine.Patience;
import io.headgate.internal.engine.PolicyRateLimiter;
import io.headgate.internal.engine.RateLimitEngine;
import io.headgate.internal.log.Log;
import io.headgate.internal.policy.MethodKey;
import io.headgate.internal.policy.PolicyUse;
import io.headgate.internal.policy.Settings;
import io.headgate.internal.telemetry.Metrics;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.DecisionListener;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreListener;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** What runs in one application: the store, the engine and the background thread, from its start to its end. */
@ApplicationScoped
public class RateLimitRuntime {

    private final Plan plan;
    private final Provider<CurrentRequest> current;
    private final AmbientRequest ambient;
    private final Patience patience;
    private final Map<Class<?>, Optional<Later>> laters = new ConcurrentHashMap<>();
    private final Listeners listeners;
    private final BackgroundScheduler scheduler;
    private final Stores stores;
    private final RateLimitEngine engine;
    private final RateLimiter rateLimiter;

    /** For the container's proxies. */
    @SuppressWarnings("NullAway")
    protected RateLimitRuntime() {
        plan = null;
        current = null;
        ambient = null;
        patience = null;
        listeners = null;
        scheduler = null;
        stores = null;
        engine = null;
        rateLimiter = null;
    }

    @Inject
    RateLimitRuntime(
            PlanSource plans,
            Provider<CurrentRequest> current,
            @Any Instance<DecisionListener> decisionListeners,
            @Any Instance<StoreListener> storeListeners,
            Instance<Redis> redis,
            Instance<Metrics> metrics,
            Instance<TimeSource> times) {
        this.plan = plans.plan();
        this.current = current;
        Settings settings = plan.resolution().settings();
        this.ambient = ServerAdapters.ambientRequest(plan.classLoader());
        this.patience = new Patience(ServerAdapters.eventLoop(plan.classLoader()));
        TimeSource time = times.isResolvable() ? times.get() : TimeSource.system();
        this.listeners = listeners(decisionListeners, storeListeners, ServerAdapters.metrics(settings, metrics), time);
        MasterSwitch enabled = new MasterSwitch(plan.properties(), settings.enabled());
        Optional<Redis> reachable = Stores.redis(redis);
        // From here on nothing of the application's own runs, so nothing can throw and leave threads behind.
        this.scheduler = new BackgroundScheduler("headgate-background", plan.classLoader(), Log::taskFailed);
        scheduler.every(settings.refresh(), enabled::refresh);
        this.stores = new Stores(
                settings,
                plan.classLoader(),
                reachable,
                !plan.shared().isEmpty(),
                time,
                scheduler,
                listeners::storeDown);
        RateLimitStore store = stores.store();
        this.engine = new RateLimitEngine(store, settings, listeners, enabled);
        this.rateLimiter = new PolicyRateLimiter(plan.resolution().registry(), store, listeners, enabled, time);
    }

    private static Listeners listeners(
            Instance<DecisionListener> decisionListeners,
            Instance<StoreListener> storeListeners,
            Optional<Metrics> metrics,
            TimeSource time) {
        return new Listeners(
                Stream.concat(decisionListeners.stream(), metrics.stream()).toList(),
                Stream.concat(storeListeners.stream(), metrics.stream()).toList(),
                time);
    }

    /** Makes the container create this bean, and thereby validate the configuration, before the first request. */
    void start(@Observes Startup event) {}

    @PreDestroy
    void stop() {
        listeners.end();
        scheduler.close();
        stores.close();
    }

    /** Whether a method of a bean is the interceptor's and has policies. */
    boolean isLimited(Class<?> beanClass, Method method) {
        return plan.intercepted().contains(new MethodKey(beanClass, method));
    }

    /** Decides the annotations of a bean's method, within the store's deadline, and tells the request. */
    CompletableFuture<Verdict> decide(Class<?> beanClass, Method method) {
        List<PolicyUse> uses = plan.resolution().registry().uses(beanClass, method);
        Optional<CurrentRequest> request = request();
        return engine.decide(uses, call(request, method)).toCompletableFuture().thenApply(verdict -> {
            request.ifPresent(open -> open.add(verdict));
            return verdict;
        });
    }

    /** As the filter saw it, else as the server shows it. */
    private KeyContext call(Optional<CurrentRequest> request, Method method) {
        return request.flatMap(CurrentRequest::call)
                .or(ambient::current)
                .orElseGet(() -> new NoRequest(Optional.of(method)));
    }

    /** The request itself, which other threads may be told of; empty outside one, where nobody prints headers. */
    private Optional<CurrentRequest> request() {
        try {
            return Optional.of(current.get().itself());
        } catch (ContextNotActiveException noRequest) {
            return Optional.empty();
        }
    }

    /** The kind of results that a method returns and completes later; empty where it returns only when it is done. */
    Optional<Later> later(Method method) {
        return laters.computeIfAbsent(method.getReturnType(), Later::of);
    }

    Patience patience() {
        return patience;
    }

    Plan plan() {
        return plan;
    }

    AmbientRequest ambient() {
        return ambient;
    }

    RateLimitEngine engine() {
        return engine;
    }

    /** The rate limiter, for injection. */
    @Produces
    @Singleton
    RateLimiter rateLimiter() {
        return rateLimiter;
    }

    /** The store, for code that works with keys and receipts. */
    @Produces
    @Singleton
    RateLimitStore store() {
        return stores.store();
    }

    /** What the filter saw of the request, for interceptors further down. */
    @Produces
    @RequestScoped
    static CurrentRequest currentRequest() {
        return new CurrentRequest();
    }
}
