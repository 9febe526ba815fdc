package io.headgate.internal.engine;

import io.headgate.internal.log.Log;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Whether the thread of a call may wait for its verdict, and what becomes of a call whose thread may not. */
public final class Patience {

    private final EventLoop eventLoop;
    private final Once unheard = new Once();

    /** For the threads of one server. */
    public Patience(EventLoop eventLoop) {
        this.eventLoop = eventLoop;
    }

    /** Whether this thread can have something now: it is there, or may be waited for. */
    public boolean canAwait(CompletableFuture<?> something) {
        return something.isDone() || !eventLoop.isHere();
    }

    /** Where a call of this thread goes on when its turn has come. */
    public Executor later() {
        return eventLoop.back();
    }

    /** A call goes on before its turn, and before a refusal that may come. Said once for each method. */
    public void warnUnheard(Method method) {
        String name = method.getDeclaringClass().getName() + "#" + method.getName();
        if (unheard.first(name)) {
            Log.unheard(name);
        }
    }
}
