package io.headgate.internal.rest;

import jakarta.ws.rs.container.ContainerRequestContext;

/** Lets requests wait without their thread, on servers that can. An answer by {@code abortWith} goes on by itself. */
public interface Suspension {

    /** Whether this request can wait so. */
    boolean covers(ContainerRequestContext request);

    /** The request waits from when the filter returns. */
    void suspend(ContainerRequestContext request);

    /** The request goes on, on a thread of the server's. */
    void resume(ContainerRequestContext request);

    /** The request goes on as one whose filter threw. */
    void fail(ContainerRequestContext request, Throwable failure);
}
