package io.headgate.internal.rest;

import jakarta.ws.rs.core.Application;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the application's classes from the server's. A server may publish REST applications of its own (OpenAPI, metrics)
 * under the context root of an application, and providers found by service file land there too.
 */
final class OwnClasses {

    private final ClassLoader deployment;
    private final ConcurrentMap<ClassLoader, Boolean> seeing = new ConcurrentHashMap<>();

    /**
     * The classes of one application.
     *
     * @param deployment the context class loader of the deployment
     */
    OwnClasses(ClassLoader deployment) {
        this.deployment = deployment;
    }

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

    /**
     * Whether a class came with the application: in Headgate's archive, in what was deployed together with it, or in a module
     * of an enterprise archive that has Headgate among its libraries. No class of the server's sees Headgate.
     */
    boolean owns(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && (loader.equals(deployment) || seeing.computeIfAbsent(loader, OwnClasses::sees));
    }

    private static boolean sees(ClassLoader loader) {
        try {
            return Class.forName(OwnClasses.class.getName(), false, loader) == OwnClasses.class;
        } catch (ClassNotFoundException | LinkageError unseen) {
            return false;
        }
    }
}
