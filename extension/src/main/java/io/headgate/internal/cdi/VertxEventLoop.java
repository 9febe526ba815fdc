package io.headgate.internal.cdi;

import io.headgate.internal.engine.EventLoop;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
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
    private final Reflected executeBlocking;
    private final EventLoop elsewhere;
    private final Class<?> handlerType;

    private VertxEventLoop(Class<?> control, Class<?> vertx, ClassLoader classLoader) {
        this.handlerType = Optionals.required(HANDLER, classLoader);
        this.isBlockingAllowed = Reflected.method(control, "isBlockingAllowed");
        this.currentContext = Reflected.method(vertx, "currentContext");
        Class<?> contextType = Optionals.required(CONTEXT, classLoader);
        this.runOnContext = Reflected.method(contextType, "runOnContext", handlerType);
        this.executeBlocking = Reflected.method(contextType, "executeBlocking", Callable.class, boolean.class);
        this.elsewhere = new LentThreads(classLoader);
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

    /** The context of Vert.x belongs to one request, and carries the scopes of CDI. What may block goes on where it may. */
    @Override
    public Executor back() {
        Object context = currentContext.call(null);
        if (context == null) {
            return elsewhere.back();
        }
        return isHere()
                ? task -> runOnContext.call(context, handler(task))
                : task -> executeBlocking.call(context, Executors.callable(task), false);
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
