package io.headgate.internal.rest;

import io.headgate.KeyContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.reflect.Method;
import java.security.Principal;
import java.util.List;
import java.util.Optional;

/**
 * A request as Jakarta REST shows it, and what only the server underneath knows of it.
 *
 * @param request the request
 * @param server the same request as the server shows it, where it does
 * @param method the resource method, where one was matched
 */
record RestCall(ContainerRequestContext request, Optional<KeyContext> server, Optional<Method> method)
        implements KeyContext {

    private static final String HELIDON_PEER = "io.helidon.jaxrs.remote-host";

    /** Says nothing: all that there is to say is personal. */
    @Override
    public String toString() {
        return "RestCall";
    }

    @Override
    public boolean inRequest() {
        return true;
    }

    @Override
    public Optional<String> peerAddress() {
        return server.flatMap(KeyContext::peerAddress).or(this::peerOfHelidon);
    }

    /** Helidon has neither servlets nor Vert.x, and tells Jersey. */
    private Optional<String> peerOfHelidon() {
        return request.getProperty(HELIDON_PEER) instanceof String peer ? Optional.of(peer) : Optional.empty();
    }

    @Override
    public Optional<String> user() {
        return Optional.ofNullable(request.getSecurityContext())
                .map(SecurityContext::getUserPrincipal)
                .map(Principal::getName)
                .or(() -> server.flatMap(KeyContext::user));
    }

    @Override
    public List<String> header(String name) {
        List<String> values = request.getHeaders().get(name);
        return values == null ? List.of() : List.copyOf(values);
    }
}
