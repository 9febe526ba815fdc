package io.headgate.tck.tolerant;

import io.headgate.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;

/** Limited methods that run on other threads, again, or in the place of others. */
@ApplicationScoped
public class TolerantBean {

    private final AtomicInteger attempts = new AtomicInteger();

    /** Two a minute for each address. */
    @Asynchronous
    @RateLimit(limit = 2, key = "ip")
    public CompletionStage<String> elsewhere() {
        return CompletableFuture.completedFuture("elsewhere");
    }

    /** Two a minute; fails each time, and is tried four times. */
    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    @RateLimit(limit = 2)
    public void failing() {
        attempts.incrementAndGet();
        throw new IllegalStateException("as always");
    }

    /** Fails each time. */
    @Fallback(fallbackMethod = "instead")
    public String broken() {
        throw new IllegalStateException("as always");
    }

    /** One a minute, when it is called as a method of the bean; the container calls it otherwise. */
    @RateLimit(limit = 1)
    public String instead() {
        return "instead";
    }

    int attempts() {
        return attempts.getAndSet(0);
    }
}
