package io.headgate.internal.store.redis;

import io.headgate.LimitKey;
import io.headgate.internal.store.RedisKeys;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Limiters of which those are not asked that a server has which is known not to answer. */
final class SparedLimiters implements Limiters {

    private final Limiters limiters;
    private final Breakers breakers;
    private final Function<LimitKey, CompletionStage<Void>> probe;
    private final String namespace;

    /**
     * Limiters behind breakers.
     *
     * @param probe tells whether the server that has a key would answer about it again
     */
    SparedLimiters(
            Limiters limiters, Breakers breakers, Function<LimitKey, CompletionStage<Void>> probe, String namespace) {
        this.limiters = limiters;
        this.breakers = breakers;
        this.probe = probe;
        this.namespace = namespace;
    }

    @Override
    public CompletionStage<Answer> take(Item item, long startMicros) {
        return item.hopeless()
                ? look(item, item.cost(), startMicros)
                : ask(item, () -> limiters.take(item, startMicros));
    }

    @Override
    public CompletionStage<Answer> look(Item item, long cost, long startMicros) {
        return item.limit().permits() == 0
                ? limiters.look(item, cost, startMicros) // is answered without a server, and says nothing about it
                : ask(item, () -> limiters.look(item, cost, startMicros));
    }

    @Override
    public CompletionStage<Void> giveBack(Item item) {
        return item.turnMicros() == Item.NEVER_CHARGED
                ? limiters.giveBack(item) // asks nobody either
                : ask(item, () -> limiters.giveBack(item));
    }

    private <T> CompletionStage<T> ask(Item item, Supplier<CompletionStage<T>> question) {
        return breakers.ask(RedisKeys.of(namespace, item.key()), question, () -> probe.apply(item.key()));
    }
}
