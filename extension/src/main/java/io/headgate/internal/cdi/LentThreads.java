package io.headgate.internal.cdi;

import io.headgate.internal.engine.EventLoop;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Servers that have a thread for each call. What goes on later does so on a thread that the server lends, by Jakarta
 * Concurrency, with what it carries along of the caller: class loader, names, identity. Where a server lends none, on a
 * thread of the JVM's common pool, with the caller's class loader.
 */
final class LentThreads implements EventLoop {

    private static final String EXECUTOR = "java:comp/DefaultManagedExecutorService";
    private static final String CONTEXTS = "java:comp/DefaultContextService";
    private static final String CONTEXT_SERVICE = "jakarta.enterprise.concurrent.ContextService";

    private final Optional<Reflected> contextualize;

    LentThreads(ClassLoader classLoader) {
        this.contextualize = Optionals.load(CONTEXT_SERVICE, classLoader)
                .map(service -> Reflected.method(service, "createContextualProxy", Object.class, Class.class));
    }

    @Override
    public boolean isHere() {
        return false;
    }

    @Override
    public Executor back() {
        return contextualize.flatMap(LentThreads::managed).orElseGet(LentThreads::pooled);
    }

    /** The caller's context is taken now, since the thread that hands the work over later has none. */
    @SuppressWarnings("BanJNDI") // the names are constants, of the server's own
    private static Optional<Executor> managed(Reflected contextualize) {
        try {
            Executor threads = InitialContext.doLookup(EXECUTOR);
            Object contexts = InitialContext.doLookup(CONTEXTS);
            Executor here = Runnable::run;
            return contextualize.call(contexts, here, Executor.class) instanceof Executor withContext
                    ? Optional.of(task -> threads.execute(() -> withContext.execute(task)))
                    : Optional.empty();
        } catch (NamingException | RuntimeException notLent) {
            // Servers without names, threads that belong to no component: each has an exception of its own.
            return Optional.empty();
        }
    }

    private static Executor pooled() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> ForkJoinPool.commonPool().execute(() -> {
            Thread current = Thread.currentThread();
            ClassLoader before = current.getContextClassLoader();
            current.setContextClassLoader(loader);
            try {
                task.run();
            } finally {
                current.setContextClassLoader(before);
            }
        });
    }
}
