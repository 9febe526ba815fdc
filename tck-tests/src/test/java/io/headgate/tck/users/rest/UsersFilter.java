package io.headgate.tck.users.rest;

import io.headgate.tck.users.Passwords;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;

/** Basic authentication: whoever shows wrong credentials is sent away, whoever shows none is anonymous. */
@Priority(Priorities.AUTHENTICATION)
public class UsersFilter implements ContainerRequestFilter {

    private static final String SCHEME = "Basic ";

    @Override
    public void filter(ContainerRequestContext request) {
        String header = request.getHeaderString(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.startsWith(SCHEME)) {
            return;
        }
        String credentials =
                new String(Base64.getDecoder().decode(header.substring(SCHEME.length())), StandardCharsets.UTF_8);
        int colon = credentials.indexOf(':');
        String name = credentials.substring(0, colon);
        if (Passwords.isOf(name, credentials.substring(colon + 1))) {
            request.setSecurityContext(new Caller(name));
        } else {
            request.abortWith(Response.status(Response.Status.UNAUTHORIZED)
                    .header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"tck\"")
                    .build());
        }
    }

    /** Who was let in. */
    private record Caller(String name) implements SecurityContext {

        @Override
        public Principal getUserPrincipal() {
            return () -> name;
        }

        @Override
        public boolean isUserInRole(String role) {
            return Passwords.rolesOf(name).contains(role);
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return SecurityContext.BASIC_AUTH;
        }
    }
}
