package io.headgate.internal.rest;

import jakarta.ws.rs.core.Application;
import org.jspecify.annotations.Nullable;

/**
 * Tells the application's classes from the server's. A server may publish REST applications of its own (OpenAPI, metrics)
 * under the context root of an application, and providers found by service file land there too.
 *
 * @param deployment the context class loader of the deployment
 */
record OwnClasses(ClassLoader deployment) {

    /**
     * Whether requests to this REST application may be counted: it is the application's own, the bare class that stands
     * for an application without one, or a wrapper of the server's (Jersey) that lists a class of the application.
     */
    boolean owns(@Nullable Application application) {
        return application == null
                || application.getClass() == Application.class
                || owns(application.getClass())
                || application.getClasses().stream().anyMatch(listed -> !isHeadgate(listed) && owns(listed));
    }

    private static boolean isHeadgate(Class<?> type) {
        return type.getPackageName().startsWith("io.headgate.internal");
    }

    /** Whether a class came with the application, Headgate's archive or what was deployed together with it. */
    boolean owns(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        ClassLoader headgate = OwnClasses.class.getClassLoader();
        return loader != null && (loader.equals(deployment) || isAncestor(headgate, loader));
    }

    private static boolean isAncestor(ClassLoader ancestor, ClassLoader loader) {
        for (ClassLoader l = loader; l != null; l = l.getParent()) {
            if (l.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }
}
