package io.headgate.internal.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Optional;

/**
 * Lets a request wait without its thread. Quarkus offers that by an interface of its own, which is called by name; an answer
 * by {@code abortWith} goes on by itself.
 */
final class Suspension {

    private static final String QUARKUS =
            "org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext";

    private final Class<?> api;
    private final ContainerRequestContext request;

    private Suspension(Class<?> api, ContainerRequestContext request) {
        this.api = api;
        this.request = request;
    }

    /** Empty where the server has no such thing. */
    static Optional<Suspension> of(ContainerRequestContext request) {
        for (Class<?> type = request.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> implemented : type.getInterfaces()) {
                if (implemented.getName().equals(QUARKUS)) {
                    return Optional.of(new Suspension(implemented, request));
                }
            }
        }
        return Optional.empty();
    }

    /** The request waits from when the filter returns. */
    void suspend() {
        call("suspend");
    }

    /** The request goes on, on a thread of the server's. */
    void resume() {
        call("resume");
    }

    /** The request goes on as one whose filter threw. */
    void fail(Throwable failure) {
        try {
            api.getMethod("resume", Throwable.class).invoke(request, failure);
        } catch (ReflectiveOperationException e) {
            throw unexpected(e);
        }
    }

    private void call(String name) {
        try {
            api.getMethod(name).invoke(request);
        } catch (ReflectiveOperationException e) {
            throw unexpected(e);
        }
    }

    private IllegalStateException unexpected(ReflectiveOperationException e) {
        return new IllegalStateException(api.getName() + " does not do what was expected", e);
    }
}
