package io.headgate.internal.rest;

import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.ext.Provider;

/**
 * The same for servers that read no service file and look for annotations instead. Servers that do both see two classes, of
 * which the second one finds nothing left to do: one class seen twice is a warning on RESTEasy.
 */
@Provider
@ConstrainedTo(RuntimeType.SERVER)
public class FoundFeature extends RateLimitFeature {

    /** For the container. */
    public FoundFeature() {}
}
