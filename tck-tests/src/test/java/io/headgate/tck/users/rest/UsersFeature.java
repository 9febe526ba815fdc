package io.headgate.tck.users.rest;

import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;

/** Asks for credentials, and lets Jersey look at {@code @RolesAllowed}. */
@Provider
public class UsersFeature implements Feature {

    private static final String ROLES_ALLOWED = "org.glassfish.jersey.server.filter.RolesAllowedDynamicFeature";

    /** Registers both. */
    @Override
    public boolean configure(FeatureContext context) {
        context.register(UsersFilter.class);
        try {
            context.register(Class.forName(ROLES_ALLOWED));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("this server has neither Jakarta Security nor Jersey", e);
        }
        return true;
    }
}
