package io.headgate.internal.rest;

import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;

/**
 * The same for servers that read a service file, without an annotation. Servers that look for annotations as well see two
 * classes, of which the second one finds nothing left to do: one class seen twice is a warning on RESTEasy.
 */
@ConstrainedTo(RuntimeType.SERVER)
public class ServiceFeature extends RateLimitFeature {

    /** For the container. */
    public ServiceFeature() {}
}
