package io.headgate.internal.cdi;

import io.headgate.KeyContext;
import io.headgate.internal.engine.AmbientRequest;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The servlet request on a thread. Loaded by name, where the servlet API is present. */
public final class ServletRequests implements AmbientRequest {

    private final Instance<HttpServletRequest> requests = CDI.current().select(HttpServletRequest.class);

    /** Made by name. */
    public ServletRequests() {}

    @Override
    public Optional<KeyContext> current() {
        if (!requests.isResolvable()) {
            return Optional.empty();
        }
        try {
            HttpServletRequest request = requests.get();
            return Optional.of(new ServletCall(request, Optional.ofNullable(request.getRemoteAddr())));
        } catch (RuntimeException outsideRequest) {
            // Each server has an exception of its own for a request that is not there.
            return Optional.empty();
        }
    }

    private record ServletCall(HttpServletRequest request, Optional<String> peerAddress) implements KeyContext {

        /** Says nothing: all that there is to say is personal. */
        @Override
        public String toString() {
            return "ServletCall";
        }

        @Override
        public boolean inRequest() {
            return true;
        }

        @Override
        public Optional<String> user() {
            return Optional.ofNullable(request.getUserPrincipal()).map(Principal::getName);
        }

        @Override
        public List<String> header(String name) {
            return request.getHeaders(name) == null ? List.of() : Collections.list(request.getHeaders(name));
        }

        @Override
        public Optional<Method> method() {
            return Optional.empty();
        }
    }
}
