package io.headgate.tck.quarkus.reactive;

import io.headgate.Algorithm;
import io.headgate.RateLimit;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A bean whose results may come later. */
@ApplicationScoped
public class ReactiveBean {

    /** Two a minute. */
    @RateLimit(name = "bean-uni", limit = 2, key = "ip")
    public Uni<String> uni() {
        return Uni.createFrom().item(ReactiveResource.thread());
    }

    /** Two a minute. */
    @RateLimit(name = "bean-stage", limit = 2, key = "ip")
    public CompletionStage<String> stage() {
        return CompletableFuture.completedFuture(ReactiveResource.thread());
    }

    /** Two a minute, where the caller may wait. */
    @RateLimit(name = "bean-plain", limit = 2, key = "ip")
    public String plain() {
        return ReactiveResource.thread();
    }

    /** Two a second, one after the other. */
    @RateLimit(name = "turns-uni", limit = 2, window = "1s", key = "ip", algorithm = Algorithm.LEAKY_BUCKET)
    public Uni<String> turnsUni() {
        return Uni.createFrom().item(ReactiveResource.thread());
    }

    /** Two a second, one after the other. */
    @RateLimit(name = "turns-stage", limit = 2, window = "1s", key = "ip", algorithm = Algorithm.LEAKY_BUCKET)
    public CompletionStage<String> turnsStage() {
        return CompletableFuture.completedFuture(ReactiveResource.thread());
    }

    /** Two a second, one after the other, where the caller may wait. */
    @RateLimit(name = "turns-plain", limit = 2, window = "1s", key = "ip", algorithm = Algorithm.LEAKY_BUCKET)
    public String turnsPlain() {
        return ReactiveResource.thread();
    }
}
