package io.headgate.internal.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/** The threads of a server that each serve many requests, and that nobody may make wait. */
public interface EventLoop {

    /** Whether this thread is one of them. */
    boolean isHere();

    /** Where the work of this thread goes on later, with what belongs to its request. */
    Executor back();

    /** For servers that have a thread for each request. */
    EventLoop NONE = new EventLoop() {
        @Override
        public boolean isHere() {
            return false;
        }

        @Override
        public Executor back() {
            return ForkJoinPool.commonPool();
        }
    };
}
