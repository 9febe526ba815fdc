package io.headgate.internal.time;

import java.time.Duration;
import java.util.function.Consumer;

/** Temporary. */
public final class BackgroundScheduler implements AutoCloseable {
    /** Temporary. */
    public BackgroundScheduler(ClassLoader l, Consumer<Throwable> c) {}

    /** Temporary. */
    public void every(Duration d, Runnable r) {}

    @Override
    public void close() {}
}
