package io.headgate.internal.engine;

import java.util.concurrent.Executor;

/** The threads of a server: which of them serve many requests each, so that nobody may make them wait, and how to come back. */
public interface EventLoop {

    /** Whether this thread serves many requests. */
    boolean isHere();

    /** Where the work of this thread goes on later, with as much of what belongs to its call as the server can carry along. */
    Executor back();
}
