package io.headgate.internal.cdi;

/** How the beans get at the plan that the extension made. */
@FunctionalInterface
interface PlanSource {
    Plan plan();
}
