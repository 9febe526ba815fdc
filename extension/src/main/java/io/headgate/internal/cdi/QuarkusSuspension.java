package io.headgate.internal.cdi;

import io.headgate.internal.rest.Suspension;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Optional;

/** Quarkus offers that by an interface of its own, which is called by name. */
final class QuarkusSuspension implements Suspension {

    /** What requests of Quarkus REST implement. */
    static final String REQUEST = "org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext";

    private final Class<?> type;
    private final Reflected suspend;
    private final Reflected resume;
    private final Reflected fail;

    private QuarkusSuspension(Class<?> type) {
        this.type = type;
        this.suspend = Reflected.method(type, "suspend");
        this.resume = Reflected.method(type, "resume");
        this.fail = Reflected.method(type, "resume", Throwable.class);
    }

    /** Empty on servers that are not Quarkus. */
    static Optional<Suspension> find(ClassLoader classLoader) {
        return Optionals.load(REQUEST, classLoader).map(QuarkusSuspension::new);
    }

    @Override
    public boolean covers(ContainerRequestContext request) {
        return type.isInstance(request);
    }

    @Override
    public void suspend(ContainerRequestContext request) {
        suspend.call(request);
    }

    @Override
    public void resume(ContainerRequestContext request) {
        resume.call(request);
    }

    @Override
    public void fail(ContainerRequestContext request, Throwable failure) {
        fail.call(request, failure);
    }
}
