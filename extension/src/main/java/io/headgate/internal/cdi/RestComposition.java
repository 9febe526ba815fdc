package io.headgate.internal.cdi;

import io.headgate.internal.rest.RestEdge;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Hands the filters what they share. */
@ApplicationScoped
public class RestComposition {

    /** For the container. */
    public RestComposition() {}

    @Produces
    @Singleton
    static RestEdge restEdge(RateLimitRuntime runtime) {
        Plan plan = runtime.plan();
        return new RestEdge(
                runtime.engine(),
                plan.resolution().registry(),
                plan.resolver(),
                plan.resolution().settings(),
                new RestEdge.Server(runtime.ambient(), runtime.patience(), QuarkusSuspension.find(plan.classLoader())),
                plan.seen(),
                !plan.intercepted().isEmpty(),
                plan.classLoader());
    }
}
