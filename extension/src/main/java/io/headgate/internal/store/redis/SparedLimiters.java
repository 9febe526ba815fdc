package io.headgate.internal.store.redis;

import io.headgate.internal.store.RedisKeys;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Limiters of which those are not asked that a server has which is known not to answer. */
final class SparedLimiters implements Limiters {

    private final Limiters limiters;
    private final Breakers breakers;
    private final Probe probe;
    private final String namespace;

    SparedLimiters(Limiters limiters, Breakers breakers, Probe probe, String namespace) {
        this.limiters = limiters;
        this.breakers = breakers;
        this.probe = probe;
        this.namespace = namespace;
    }

    @Override
    public CompletionStage<Answer> take(Item item, long startMicros) {
        return ask(item, () -> limiters.take(item, startMicros));
    }

    @Override
    public CompletionStage<Answer> look(Item item, long cost, long startMicros) {
        return ask(item, () -> limiters.look(item, cost, startMicros));
    }

    @Override
    public CompletionStage<Void> giveBack(Item item) {
        return ask(item, () -> limiters.giveBack(item));
    }

    private <T> CompletionStage<T> ask(Item item, Supplier<CompletionStage<T>> question) {
        return breakers.ask(RedisKeys.of(namespace, item.key()), question, () -> probe.allBeside(item.key()));
    }
}
