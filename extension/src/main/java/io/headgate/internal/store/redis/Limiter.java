package io.headgate.internal.store.redis;

import io.headgate.Limit;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.redisson.api.RateType;
import org.redisson.api.ratelimiter.RateLimiterArgs;

/** One {@code RRateLimiter}, as one request sees it. Its methods send one command each. */
final class Limiter {

    /** How far from its call a permit can be in the log: the clock is read here, and again by Redisson. */
    private static final long TOLERANCE_MILLIS = 10;

    private static final Duration LEAST_LIFE = Duration.ofMinutes(1);

    /**
     * What Redisson answered.
     *
     * @param atMillis when it was asked, by which the call is found in the log
     * @param passed whether there were permits
     */
    record Take(long atMillis, boolean passed) {}

    private final LimiterClient client;
    private final String name;
    private final Limit limit;
    private final long startMicros;

    /**
     * An object that need not exist.
     *
     * @param name what Redisson calls it
     * @param limit the numbers that it should have
     * @param startMicros when the request was asked for, by the clock here
     */
    Limiter(LimiterClient client, String name, Limit limit, long startMicros) {
        this.client = client;
        this.name = name;
        this.limit = limit;
        this.startMicros = startMicros;
    }

    /** What is there now. */
    CompletionStage<LimiterState> look() {
        return client.run(
                        name,
                        "look",
                        client.nowMillis(),
                        limit.permits(),
                        limit.window().toMillis())
                .thenApply(LimiterState::of);
    }

    /** Takes permits if they are there. */
    CompletionStage<Take> take(long permits) {
        return client.ask(name, startMicros, limiter -> {
            long nowMillis = client.nowMillis();
            return limiter.tryAcquireAsync(permits).thenApply(passed -> new Take(nowMillis, passed));
        });
    }

    /** Takes the call that took so many permits out of the log, the first one where several did. */
    CompletionStage<Void> giveBack(long permits, long takenMillis) {
        return client.run(name, "refund", takenMillis, takenMillis + TOLERANCE_MILLIS, permits)
                .thenAccept(reply -> {});
    }

    /** Makes it, if nobody has made it meanwhile, to live for two windows and a minute after its last use. */
    CompletionStage<Void> make() {
        return make(limit.window().multipliedBy(2).plus(LEAST_LIFE));
    }

    private CompletionStage<Void> make(Duration life) {
        return client.ask(
                        name,
                        startMicros,
                        limiter -> limiter.trySetRateAsync(RateType.OVERALL, limit.permits(), limit.window(), life))
                .thenAccept(made -> {});
    }

    /** Makes it anew. It expires as it did before, and as {@link #make()} has it where that is not known. */
    CompletionStage<Void> makeAnew(LimiterState before) {
        return delete().thenCompose(gone -> before.keepAliveMillis() == 0 ? make(Duration.ZERO) : make());
    }

    /** Gives it the policy's numbers, and makes what is left fit to what was taken. It expires as before. */
    CompletionStage<Void> update(LimiterState before) {
        RateLimiterArgs args = RateLimiterArgs.of(RateType.OVERALL, limit.permits(), limit.window())
                .keepState(true);
        if (before.keepAliveMillis() > 0) {
            long millis = Math.max(before.keepAliveMillis(), limit.window().toMillis());
            args.keepAliveTime(Duration.ofMillis(millis));
        }
        return client.ask(name, startMicros, limiter -> limiter.updateRateAsync(args))
                .thenAccept(updated -> {});
    }

    CompletionStage<Void> delete() {
        return client.ask(name, startMicros, limiter -> limiter.deleteAsync()).thenAccept(gone -> {});
    }
}
