package io.headgate.internal.store.redis;

import io.headgate.Algorithm;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.log.Log;
import io.headgate.internal.store.RedisKeys;
import io.headgate.internal.store.redis.LimiterState.Condition;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.redisson.client.RedisException;

/**
 * The policies whose permits an {@code RRateLimiter} of Redisson's counts, so that any Redisson program can take from the same
 * ones. The object has the name of the policy's key.
 *
 * <p><b>The simplest idea</b> is to call {@code trySetRate} and {@code tryAcquire}. <b>Its flaws</b> are the object's: it fails,
 * for ever, where one of its three keys was evicted, and gives too much where another one was; it never expires; it throws
 * where the cost is above its rate. So it is looked at first ({@code rate-limiter.lua}), made where it is missing, put in order
 * where it is not, and only then asked. What stays is that it goes by the clock of whoever asks.
 *
 * <p><b>Whose numbers?</b> The policy's: an object that has others is given them, and keeps what was taken. An object that
 * another program made goes on living as long as that program said, which is for ever unless it said something.
 *
 * <p><b>Cost:</b> two trips, one to look and one to take.
 */
final class SharedLimiters implements Limiters {

    private static final Limit PROBED = Limit.of(2, Duration.ofSeconds(10), Algorithm.REDISSON);

    /** Others may change an object while it is put in order; this is enough unless they do nothing else. */
    private static final int MOST_REPAIRS = 3;

    private final LimiterClient client;
    private final String namespace;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /**
     * Limiters that nobody has looked at yet.
     *
     * @param namespace the first part of every name
     */
    SharedLimiters(LimiterClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /**
     * Refuses a limit that Redisson cannot count.
     *
     * @throws IllegalArgumentException if there are more permits than 32 bits can say
     */
    static void check(Limit limit) {
        if (limit.permits() > Algorithms.MOST_SHARED_PERMITS) {
            throw new IllegalArgumentException("limit is " + limit.permits() + ", allowed with REDISSON are 0 to "
                    + Algorithms.MOST_SHARED_PERMITS);
        }
    }

    @Override
    public CompletionStage<Answer> take(Item item, long startMicros) {
        return item.hopeless() ? look(item, item.cost(), startMicros) : new Turn(item, startMicros).take();
    }

    @Override
    public CompletionStage<Answer> look(Item item, long cost, long startMicros) {
        if (item.limit().permits() == 0) {
            return CompletableFuture.completedFuture(refused(item, cost, 0, client.nowMillis()));
        }
        return limiter(item, startMicros).look().thenApply(state -> {
            long nowMillis = client.nowMillis();
            boolean passes = cost <= state.permits();
            return passes ? passed(item, state.permits(), nowMillis) : refused(item, cost, state.permits(), nowMillis);
        });
    }

    @Override
    public CompletionStage<Void> giveBack(Item item) {
        return item.turnMicros() == Item.NEVER_CHARGED
                ? CompletableFuture.completedFuture(null)
                : limiter(item, 0).giveBack(item.cost(), TimeUnit.MICROSECONDS.toMillis(item.turnMicros()));
    }

    /**
     * Does all that is ever done to an object of its own, and removes it: whoever may not do it is told so. Its deadline begins
     * now.
     *
     * @param name what comes after the namespace; has braces, since the object has several keys
     */
    CompletionStage<Void> probe(String name) {
        Limiter limiter = new Limiter(client, RedisKeys.named(namespace, name), PROBED, client.hereMicros());
        return limiter.make()
                .thenCompose(made -> limiter.look())
                .thenCompose(limiter::update)
                .thenCompose(updated -> limiter.take(1))
                .thenCompose(take -> limiter.giveBack(1, take.atMillis()))
                .thenCompose(back -> limiter.delete());
    }

    private Limiter limiter(Item item, long startMicros) {
        return new Limiter(client, RedisKeys.of(namespace, item.key()), item.limit(), startMicros);
    }

    private static Answer passed(Item item, long left, long nowMillis) {
        return answer(item, Outcome.ALLOWED, left, nowMillis, false);
    }

    private static Answer refused(Item item, long cost, long left, long nowMillis) {
        Outcome outcome = cost > item.limit().capacity() ? Outcome.IMPOSSIBLE : Outcome.DENIED;
        return answer(item, outcome, left, nowMillis, false);
    }

    /** A window after now all permits are back; which of them sooner, Redisson does not say. */
    private static Answer answer(Item item, Outcome outcome, long left, long nowMillis, boolean charged) {
        long windowMicros = TimeUnit.MILLISECONDS.toMicros(item.limit().window().toMillis());
        long most = item.limit().permits();
        long unusedMicros = most == 0 ? Answer.NEVER : 0;
        return new Answer(
                TimeUnit.MILLISECONDS.toMicros(nowMillis),
                outcome,
                left,
                left == most ? unusedMicros : windowMicros,
                outcome == Outcome.IMPOSSIBLE ? Answer.NEVER : windowMicros,
                0,
                charged);
    }

    /** One request, from the first look to the answer. */
    private final class Turn {

        private final Item item;
        private final Limiter limiter;
        private final long startMicros;
        private int repairs;
        private boolean repeated;

        Turn(Item item, long startMicros) {
            this.item = item;
            this.limiter = limiter(item, startMicros);
            this.startMicros = startMicros;
        }

        CompletionStage<Answer> take() {
            return settle().thenCompose(this::take).exceptionallyCompose(failure -> {
                if (!repeated && isRefused(LimiterClient.cause(failure))) {
                    repeated = true;
                    return take();
                }
                return CompletableFuture.failedFuture(LimiterClient.cause(failure));
            });
        }

        /** Redisson's script failed before it took anything: somebody changed the object after the look. */
        private static boolean isRefused(Throwable failure) {
            Throwable why = failure.getCause();
            return why != null && why.getClass() == RedisException.class;
        }

        /** The state in which Redisson may be asked. */
        private CompletionStage<LimiterState> settle() {
            return limiter.look().thenCompose(state -> {
                if (state.condition() == Condition.READY || repairs == MOST_REPAIRS) {
                    return CompletableFuture.completedFuture(state);
                }
                repairs++;
                return repair(state).thenCompose(done -> settle());
            });
        }

        private CompletionStage<Void> repair(LimiterState state) {
            return switch (state.condition()) {
                case ABSENT -> limiter.make();
                case BROKEN -> limiter.makeAnew(state);
                case OTHER -> {
                    tell(state);
                    yield limiter.update(state);
                }
                case DISORDERED, READY -> limiter.update(state);
            };
        }

        private void tell(LimiterState state) {
            String policy = item.key().policy();
            if (told.add(policy)) {
                Log.limiterChanged(policy, state.rate(), Duration.ofMillis(state.intervalMillis()), item.limit());
            }
        }

        private CompletionStage<Answer> take(LimiterState state) {
            return limiter.take(item.cost()).thenCompose(take -> {
                Answer answer = answer(state.permits(), take);
                return answer.charged() && client.isLate(startMicros)
                        ? giveBack(item.toGiveBack(answer)).thenCompose(back -> client.late())
                        : CompletableFuture.completedFuture(answer);
            });
        }

        /** What was there at the look may have changed until Redisson was asked; who was denied is not told of enough. */
        private Answer answer(long before, Limiter.Take take) {
            return take.passed()
                    ? SharedLimiters.answer(
                            item, Outcome.ALLOWED, Math.max(0, before - item.cost()), take.atMillis(), true)
                    : refused(item, item.cost(), Math.min(before, item.cost() - 1), take.atMillis());
        }
    }
}
