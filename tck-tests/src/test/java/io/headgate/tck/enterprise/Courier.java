package io.headgate.tck.enterprise;

import io.headgate.RateLimit;
import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;

/** Works on managed threads. */
@ApplicationScoped
public class Courier {

    /** Two a minute for each address. */
    @Asynchronous
    @RateLimit(limit = 2, key = "ip")
    public CompletableFuture<String> elsewhere() {
        return Asynchronous.Result.complete("elsewhere");
    }
}
