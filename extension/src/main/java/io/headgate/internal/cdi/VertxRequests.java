package io.headgate.internal.cdi;

import io.headgate.KeyContext;
import io.headgate.internal.engine.AmbientRequest;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The request on a thread as Vert.x shows it, which is what Quarkus has in place of servlets. */
final class VertxRequests implements AmbientRequest {

    /** A bean for each request, which knows the request of Vert.x. */
    static final String CURRENT = "io.quarkus.vertx.http.runtime.CurrentVertxRequest";

    private static final String ROUTING = "io.vertx.ext.web.RoutingContext";
    private static final String REQUEST = "io.vertx.core.http.HttpServerRequest";
    private static final String HEADERS = "io.vertx.core.MultiMap";
    private static final String ADDRESS = "io.vertx.core.net.SocketAddress";

    private final Instance<?> current;
    private final Reflected currentRouting;
    private final Reflected request;
    private final Reflected remoteAddress;
    private final Reflected hostAddress;
    private final Reflected headers;
    private final Reflected allOf;

    private VertxRequests(Class<?> currentType, ClassLoader classLoader) {
        this.current = CDI.current().select(currentType);
        this.currentRouting = Reflected.method(currentType, "getCurrent");
        this.request = Reflected.method(Optionals.required(ROUTING, classLoader), "request");
        Class<?> requestType = Optionals.required(REQUEST, classLoader);
        this.remoteAddress = Reflected.method(requestType, "remoteAddress");
        this.headers = Reflected.method(requestType, "headers");
        this.hostAddress = Reflected.method(Optionals.required(ADDRESS, classLoader), "hostAddress");
        this.allOf = Reflected.method(Optionals.required(HEADERS, classLoader), "getAll", String.class);
    }

    /** Empty on servers that are not Quarkus. */
    static Optional<AmbientRequest> find(ClassLoader classLoader) {
        return Optionals.load(CURRENT, classLoader).map(type -> new VertxRequests(type, classLoader));
    }

    @Override
    public Optional<KeyContext> current() {
        if (!current.isResolvable()) {
            return Optional.empty();
        }
        try {
            Object routing = currentRouting.call(current.get());
            return Optional.ofNullable(routing).map(request::call).map(VertxCall::new);
        } catch (ContextNotActiveException outsideRequest) {
            return Optional.empty();
        }
    }

    private final class VertxCall implements KeyContext {

        private final Object http;

        VertxCall(Object http) {
            this.http = http;
        }

        /** Says nothing: all that there is to say is personal. */
        @Override
        public String toString() {
            return "VertxCall";
        }

        @Override
        public boolean inRequest() {
            return true;
        }

        @Override
        public Optional<String> peerAddress() {
            Object address = remoteAddress.call(http);
            return Optional.ofNullable(address).map(hostAddress::call).map(String.class::cast);
        }

        /** Users are Jakarta REST's affair here. */
        @Override
        public Optional<String> user() {
            return Optional.empty();
        }

        @Override
        public List<String> header(String name) {
            Object values = allOf.call(headers.call(http), name);
            return values instanceof List<?> list ? texts(list) : List.of();
        }

        private static List<String> texts(List<? extends @Nullable Object> values) {
            return values.stream().map(String::valueOf).toList();
        }

        @Override
        public Optional<Method> method() {
            return Optional.empty();
        }
    }
}
