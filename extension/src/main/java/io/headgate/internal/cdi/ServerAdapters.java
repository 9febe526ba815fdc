package io.headgate.internal.cdi;

import io.headgate.internal.engine.AmbientRequest;
import io.headgate.internal.engine.EventLoop;
import io.headgate.internal.policy.Settings;
import io.headgate.internal.policy.Settings.MetricsKind;
import io.headgate.internal.telemetry.Metrics;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Picks what fits the server: classes that name APIs which some servers lack are loaded by name, if the API is there. */
final class ServerAdapters {

    private static final String SERVLET_API = "jakarta.servlet.http.HttpServletRequest";
    private static final String SERVLET_REQUESTS = "io.headgate.internal.cdi.ServletRequests";
    private static final String METRICS_API = "org.eclipse.microprofile.metrics.MetricRegistry";
    private static final String METRICS = "io.headgate.internal.telemetry.MicroProfileMetrics";

    private ServerAdapters() {}

    /** How the server shows the request on a thread. */
    static AmbientRequest ambientRequest(ClassLoader classLoader) {
        return VertxRequests.find(classLoader)
                .orElseGet(() -> Optionals.isPresent(SERVLET_API, classLoader)
                        ? Optionals.instantiate(SERVLET_REQUESTS, AmbientRequest.class)
                        : AmbientRequest.NONE);
    }

    /** Which threads must not wait, and where calls go on that had to. */
    static EventLoop eventLoop(ClassLoader classLoader) {
        return VertxEventLoop.find(classLoader).orElseGet(() -> new LentThreads(classLoader));
    }

    /** Classes of Headgate's that are beans where what they need is present; they bear no scope, so nobody else finds them. */
    static List<Class<?>> optionalBeans(ClassLoader classLoader) {
        List<Class<?>> beans = new ArrayList<>();
        if (Stores.hasRedisson(classLoader)) {
            beans.add(RedissonRedis.class);
        }
        if (Optionals.isPresent(METRICS_API, classLoader)) {
            beans.add(Optionals.required(METRICS, classLoader));
        }
        return beans;
    }

    /** The listener that keeps metrics, where it is wanted and the server has any. */
    static Optional<Metrics> metrics(Settings settings, Instance<Metrics> instances) {
        return settings.metrics() != MetricsKind.NONE && instances.isResolvable()
                ? Optional.of(instances.get())
                : Optional.empty();
    }

    /** What is configured and not to be had here. Called when the application's beans are known. */
    static Optional<String> missing(Settings settings, ClassLoader classLoader) {
        return settings.metrics() == MetricsKind.MP && !hasMetrics(classLoader)
                ? Optional.of("HG0031: ratelimit.metrics is mp and this server has no MicroProfile Metrics: add them to"
                        + " the server, or set it to auto or none")
                : Optional.empty();
    }

    /** The API alone counts nothing: it may be in the application's archive on a server without an implementation. */
    private static boolean hasMetrics(ClassLoader classLoader) {
        return Optionals.load(METRICS_API, classLoader)
                .filter(registry -> CDI.current().select(registry).isResolvable())
                .isPresent();
    }
}
