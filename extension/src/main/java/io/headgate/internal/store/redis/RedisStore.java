package io.headgate.internal.store.redis;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.internal.store.PartlyUnavailableException;
import io.headgate.internal.store.RedisKeys;
import io.headgate.internal.store.redis.Call.Mode;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.redisson.api.RedissonClient;

/**
 * Counts in Redis: one script, one round trip for each acquisition, decided by the server and by its clock. Where a cluster
 * keeps the subjects of an acquisition apart, one for each subject.
 *
 * <p>Stages are completed by a thread of the client: what follows must not block. A refund is done at any time, everything
 * else only within the deadline.
 *
 * <p>The methods throw {@link IllegalArgumentException} for a limit that {@link
 * io.headgate.internal.algorithm.Algorithms#of} refuses.
 */
public final class RedisStore implements RateLimitStore {

    private final String namespace;
    private final boolean isCluster;
    private final Breakers breakers;
    private final ScriptRunner runner;
    private final Arithmetics arithmetics;
    private final Limiters limiters;
    private final Probe probe;
    private final LongSupplier start;
    private final long partsAreShorterByMicros;

    /**
     * A store on a client that someone else owns and closes.
     *
     * @param client reaches Redis; only the executor's threads use it
     * @param namespace the first part of every key
     * @param deadline how long Redis has to answer; what comes later is not charged
     * @param executor threads of Headgate's own
     */
    public RedisStore(RedissonClient client, String namespace, Duration deadline, Executor executor) {
        this(client, namespace, deadline, executor, TimeSource.monotonic(), () -> "");
    }

    RedisStore(
            RedissonClient client,
            String namespace,
            Duration deadline,
            Executor executor,
            TimeSource here,
            Supplier<Object> testMicros) {
        this(client, namespace, deadline, executor, Breakers.none(), here, testMicros);
    }

    RedisStore(
            RedissonClient client,
            String namespace,
            Duration deadline,
            Executor executor,
            Breakers breakers,
            TimeSource here,
            Supplier<Object> testMicros) {
        this.breakers = breakers;
        breakers.reach(client);
        this.namespace = namespace;
        this.isCluster = client.getConfig().isClusterConfig();
        this.runner = new ScriptRunner(client, deadline, executor, new StoreClocks(here, isCluster), testMicros);
        this.arithmetics = new Arithmetics();
        SharedLimiters all = new SharedLimiters(new LimiterClient(client, deadline, executor, here), namespace);
        this.probe = new Probe(namespace, isCluster, runner, arithmetics, all);
        this.limiters = new SparedLimiters(all, breakers, probe::allBeside, namespace);
        this.start = here::micros;
        this.partsAreShorterByMicros = TimeUnit.NANOSECONDS.toMicros(
                deadline.minus(timeOfAPart(deadline)).toNanos());
    }

    private RedisStore(RedisStore store, long startMicros) {
        this.breakers = store.breakers;
        this.namespace = store.namespace;
        this.isCluster = store.isCluster;
        this.runner = store.runner;
        this.arithmetics = store.arithmetics;
        this.limiters = store.limiters;
        this.probe = store.probe;
        this.start = () -> startMicros;
        this.partsAreShorterByMicros = store.partsAreShorterByMicros;
    }

    /**
     * The same store for a question that was asked earlier: its deadline began then.
     *
     * @param startMicros when, by the clock here
     */
    RedisStore askedAt(long startMicros) {
        return new RedisStore(this, startMicros);
    }

    /**
     * How long one of several slots of a cluster has to answer: less than all of them, so that somebody still hears what the
     * others said where one says nothing.
     */
    static Duration timeOfAPart(Duration deadline) {
        return deadline.multipliedBy(4).dividedBy(5);
    }

    /** Does with each algorithm all that is ever done, and so fails where something would; see {@link Probe}. */
    public CompletionStage<Void> probe() {
        return probe.script();
    }

    /** The same for policies that share their permits with other Redisson programs. */
    CompletionStage<Void> probeLimiters() {
        return probe.limiters();
    }

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        return ask(Mode.TRY, acquisition);
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        return ask(Mode.PEEK, acquisition);
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        Optional<StoreUnavailableException> refusal = refusal(receipts);
        if (refusal.isPresent()) {
            return CompletableFuture.failedFuture(refusal.get());
        }
        List<Item> items = receipts.stream().filter(Receipt::use).map(Item::of).toList();
        if (items.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return hasShared(items) ? done(mixed(Mode.REFUND, items, 0)) : giveBack(items);
    }

    /** Why nothing of them would be sent: then they are not used up, and are good for another try. */
    private Optional<StoreUnavailableException> refusal(List<Receipt> receipts) {
        Optional<StoreUnavailableException> why = Optional.empty();
        for (Receipt receipt : receipts) {
            why = breakers.refusal(RedisKeys.of(namespace, receipt.key()));
            if (why.isEmpty()) {
                return why;
            }
        }
        return why;
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        return done(run(call(Mode.RESET).everythingOf(key), key));
    }

    private CompletionStage<List<Decision>> ask(Mode mode, Acquisition acquisition) {
        List<Item> items = acquisition.requests().stream().map(Item::of).toList();
        long nonce = acquisition.nonce();
        if (hasShared(items)) {
            return mixed(mode, items, nonce).thenApply(answers -> decisions(items, answers, nonce));
        }
        if (!isSplit(items)) {
            return run(mode, items, nonce).thenApply(answers -> decisions(items, answers, nonce));
        }
        return split(items, nonce).run(mode).thenApply(answers -> decisions(items, answers, nonce));
    }

    private static boolean hasShared(List<Item> items) {
        return items.stream().anyMatch(Item::shared);
    }

    /** Where a limiter decides too. Nothing is charged if it is known that one of them cannot be asked. */
    private CompletionStage<List<Answer>> mixed(Mode mode, List<Item> items, long nonce) {
        MixedAcquisition mixed =
                new MixedAcquisition(items, (again, own) -> scripted(again, own, nonce), limiters, start.getAsLong());
        return items.stream()
                .filter(Item::shared)
                .flatMap(item -> breakers.refusal(RedisKeys.of(namespace, item.key())).stream())
                .findFirst()
                .<CompletionStage<List<Answer>>>map(CompletableFuture::failedFuture)
                .orElseGet(() -> mixed.run(mode));
    }

    /** Fails where one slot does; then the others have given back what they charged. */
    private CompletionStage<List<Answer>> scripted(Mode mode, List<Item> items, long nonce) {
        if (!isSplit(items)) {
            return run(mode, items, nonce);
        }
        return split(items, nonce)
                .run(mode)
                .thenCompose(answers -> answers.failure().isEmpty()
                        ? CompletableFuture.completedFuture(answers.inOrder())
                        : giveBack(charged(items, answers)).handle((done, lost) -> {
                            throw answers.failure().orElseThrow();
                        }));
    }

    private static List<Item> charged(List<Item> items, SplitAcquisition.Answers answers) {
        List<Item> charged = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            answers.of(i).filter(Answer::charged).ifPresent(answer -> charged.add(item.toGiveBack(answer)));
        }
        return charged;
    }

    private CompletionStage<Void> giveBack(List<Item> items) {
        if (items.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return isSplit(items) ? split(items, 0).giveBackAll() : done(run(Mode.REFUND, items, 0));
    }

    private SplitAcquisition split(List<Item> items, long nonce) {
        RedisStore hurried = askedAt(start.getAsLong() - partsAreShorterByMicros);
        return new SplitAcquisition(items, (again, part) -> breakers.part(hurried.run(again, part, nonce)));
    }

    private static List<Decision> decisions(List<Item> items, List<Answer> answers, long nonce) {
        List<Decision> decisions = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            decisions.add(items.get(i).decision(answers.get(i), nonce));
        }
        return List.copyOf(decisions);
    }

    private static List<Decision> decisions(List<Item> items, SplitAcquisition.Answers answers, long nonce) {
        List<Optional<Decision>> decisions = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            decisions.add(answers.of(i).map(answer -> item.decision(answer, nonce)));
        }
        answers.failure().ifPresent(failure -> {
            throw new PartlyUnavailableException(failure, decisions);
        });
        return decisions.stream().flatMap(Optional::stream).toList();
    }

    /** Whether an acquisition is decided at one place and one moment. */
    boolean isExact(Acquisition acquisition) {
        return !isSplit(acquisition.requests().stream().map(Item::of).toList());
    }

    private boolean isSplit(List<Item> items) {
        return isCluster
                && items.size() > 1
                && items.stream().map(item -> item.key().digest()).distinct().count() > 1;
    }

    private CompletionStage<List<Answer>> run(Mode mode, List<Item> items, long nonce) {
        return run(call(mode).acquisition(items, nonce), items.get(0).key());
    }

    /** All keys of a call share a slot; what is asked of its master again, while it fails, is a key in that slot. */
    private CompletionStage<List<Answer>> run(Call call, LimitKey one) {
        return breakers.ask(call.anyKey(), () -> runner.run(call, start.getAsLong()), () -> probe.scriptBeside(one));
    }

    private Call call(Mode mode) {
        return new Call(mode, namespace, arithmetics);
    }

    private static CompletionStage<Void> done(CompletionStage<?> stage) {
        return stage.thenAccept(answer -> {});
    }
}
