package io.headgate.tck.hostile;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;
import java.security.Principal;

/** Believes everybody's word for who they are. */
@Provider
@ApplicationScoped
@Priority(Priorities.AUTHENTICATION)
public class BelievingFilter implements ContainerRequestFilter {

    @Override
    public void filter(ContainerRequestContext request) {
        String name = request.getHeaderString("X-User");
        if (name != null) {
            request.setSecurityContext(new Believed(name));
        }
    }

    private record Believed(String name) implements SecurityContext {

        @Override
        public Principal getUserPrincipal() {
            return () -> name;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return "word";
        }
    }
}
