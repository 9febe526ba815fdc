package io.headgate.internal.store.redis;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.internal.store.redis.Call.Mode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Does all that is ever done, writes too, to keys that are no subject's, and removes them. So whoever may not do one of these
 * things is told so at the start; and the first acquisition is spared the loading of the script and a second trip to learn the
 * store's time (in a cluster, only that of the key's slot).
 *
 * <p>Of a cluster's master that failed it is asked in the slot of one of its keys: what other masters answer says nothing about
 * it.
 */
final class Probe {

    private static final LimitKey KEY = LimitKey.of("probe", List.of(""));
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final String namespace;
    private final boolean isCluster;
    private final ScriptRunner runner;
    private final Arithmetics arithmetics;
    private final SharedLimiters limiters;

    Probe(String namespace, boolean isCluster, ScriptRunner runner, Arithmetics arithmetics, SharedLimiters limiters) {
        this.namespace = namespace;
        this.isCluster = isCluster;
        this.runner = runner;
        this.arithmetics = arithmetics;
        this.limiters = limiters;
    }

    /** With each algorithm, on the key {@code <namespace>:v1:probe}. */
    CompletionStage<Void> script() {
        return script("probe");
    }

    /** As for policies that share their permits with other Redisson programs. */
    CompletionStage<Void> limiters() {
        return limiters.probe("probe:{limiter}");
    }

    /** With each algorithm, where a key is kept. */
    CompletionStage<Void> scriptBeside(LimitKey key) {
        return isCluster ? script(inSlotOf(key)) : script();
    }

    /** All of it, where a key is kept. */
    CompletionStage<Void> allBeside(LimitKey key) {
        String name = inSlotOf(key);
        return isCluster
                ? script(name).thenCompose(done -> limiters.probe(name + ":limiter"))
                : script().thenCompose(done -> limiters());
    }

    private static String inSlotOf(LimitKey key) {
        return "probe:{" + key.digest() + "}";
    }

    private CompletionStage<Void> script(String name) {
        CompletionStage<Void> all = CompletableFuture.completedFuture(null);
        for (Algorithm algorithm : Algorithms.supported()) {
            // The first charge makes the key, the second one changes it, the refund takes something out of it.
            all = all.thenCompose(before -> charge(name, algorithm))
                    .thenCompose(charged -> charge(name, algorithm))
                    .thenCompose(charged -> giveBack(name, charged));
        }
        return all.thenCompose(before -> run(call(name, Mode.RESET)));
    }

    private CompletionStage<Item> charge(String name, Algorithm algorithm) {
        Limit limit = Limit.of(Algorithms.MOST_LOG_ENTRIES, WINDOW, algorithm);
        Item item = new Item(KEY, limit, false, 1, Item.NEVER_CHARGED, true);
        long nonce = ThreadLocalRandom.current().nextLong();
        return runner.run(call(name, Mode.TRY).acquisition(List.of(item), nonce))
                .thenApply(answers -> item.toGiveBack(answers.get(0)));
    }

    private CompletionStage<Void> giveBack(String name, Item charged) {
        return run(call(name, Mode.REFUND).acquisition(List.of(charged), 0));
    }

    private CompletionStage<Void> run(Call call) {
        return runner.run(call).thenAccept(answers -> {});
    }

    private Call call(String name, Mode mode) {
        return new Call(mode, namespace, arithmetics).named(KEY, name);
    }
}
