package io.headgate.internal.engine;

import io.headgate.KeyContext;
import java.util.Optional;

/** What the server itself knows of the HTTP request on this thread, aside from Jakarta REST. */
@FunctionalInterface
public interface AmbientRequest {

    /** The request on this thread; empty outside a request, or where the server shows none. */
    Optional<KeyContext> current();

    /** For servers that show nothing. */
    AmbientRequest NONE = Optional::empty;
}
