package io.headgate.internal.engine;

import io.headgate.Verdict;
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

    /** Whether this thread can have a verdict now: it is there, or may be waited for. */
    public boolean canAwait(CompletableFuture<Verdict> verdict) {
        return verdict.isDone() || !eventLoop.isHere();
    }

    /** Where a call of this thread goes on when its verdict is there. */
    public Executor later() {
        return eventLoop.back();
    }

    /** A call goes on without its verdict: a refusal could come too late. Said once for each method. */
    public void warnUnheard(Method method) {
        String name = method.getDeclaringClass().getName() + "#" + method.getName();
        if (unheard.first(name)) {
            Log.unheard(name);
        }
    }
}
