package io.headgate.internal.cdi;

import io.headgate.internal.engine.EventLoop;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The event loops of Quarkus. */
final class VertxEventLoop implements EventLoop {

    private static final String CONTROL = "io.quarkus.runtime.BlockingOperationControl";
    private static final String VERTX = "io.vertx.core.Vertx";
    private static final String CONTEXT = "io.vertx.core.Context";
    private static final String HANDLER = "io.vertx.core.Handler";

    private final Reflected isBlockingAllowed;
    private final Reflected currentContext;
    private final Reflected runOnContext;
    private final Class<?> handlerType;

    private VertxEventLoop(Class<?> control, Class<?> vertx, ClassLoader classLoader) {
        this.handlerType = Optionals.required(HANDLER, classLoader);
        this.isBlockingAllowed = Reflected.method(control, "isBlockingAllowed");
        this.currentContext = Reflected.method(vertx, "currentContext");
        this.runOnContext = Reflected.method(Optionals.required(CONTEXT, classLoader), "runOnContext", handlerType);
    }

    /** Empty on servers that are not Quarkus, and on Quarkus without anything reactive. */
    static Optional<EventLoop> find(ClassLoader classLoader) {
        return Optionals.load(CONTROL, classLoader)
                .flatMap(control -> Optionals.load(VERTX, classLoader)
                        .map(vertx -> new VertxEventLoop(control, vertx, classLoader)));
    }

    @Override
    public boolean isHere() {
        return Boolean.FALSE.equals(isBlockingAllowed.call(null));
    }

    /** The context of Vert.x belongs to one request, and carries the scopes of CDI. */
    @Override
    public Executor back() {
        Object context = currentContext.call(null);
        return context == null ? NONE.back() : task -> runOnContext.call(context, handler(task));
    }

    private Object handler(Runnable task) {
        InvocationHandler run = (proxy, method, arguments) -> switch (method.getName()) {
            case "handle" -> {
                task.run();
                yield null;
            }
            case "equals" -> isSame(proxy, arguments);
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "headgate";
        };
        return Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType}, run);
    }

    private static boolean isSame(Object proxy, @Nullable Object @Nullable [] arguments) {
        return arguments != null && arguments.length == 1 && proxy == arguments[0];
    }
}
