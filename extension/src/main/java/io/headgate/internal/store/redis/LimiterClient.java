package io.headgate.internal.store.redis;

import io.headgate.internal.store.DeadlineStore;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.CommonOptions;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.codec.StringCodec;

/**
 * The way to {@code RRateLimiter}s: on threads of Headgate's own, nothing sent twice, nothing that takes permits sent after the
 * deadline. Stages fail with a {@link StoreUnavailableException} and with nothing else.
 */
final class LimiterClient {

    private final RedissonClient client;
    private final Duration deadline;
    private final long deadlineMicros;
    private final Executor executor;
    private final TimeSource here;
    private final TimeSource clock = TimeSource.system();
    private final String text = Script.ofLimiters();

    /**
     * A way.
     *
     * @param client reaches Redis; only the executor's threads use it
     * @param deadline how long a request has, from the moment at which it is asked for
     * @param executor the threads that use the client
     * @param here the clock of these moments
     */
    LimiterClient(RedissonClient client, Duration deadline, Executor executor, TimeSource here) {
        this.client = client;
        this.deadline = deadline;
        this.deadlineMicros = TimeUnit.NANOSECONDS.toMicros(deadline.toNanos());
        this.executor = executor;
        this.here = here;
    }

    /** The time by which Redisson decides: that of this process, in milliseconds. */
    long nowMillis() {
        return TimeUnit.MICROSECONDS.toMillis(clock.micros());
    }

    /** What the clock of deadlines shows. */
    long hereMicros() {
        return here.micros();
    }

    /** Whether what was asked at a time of the clock here is over. */
    boolean isLate(long startMicros) {
        return here.micros() - startMicros >= deadlineMicros;
    }

    <T> CompletableFuture<T> late() {
        return CompletableFuture.failedFuture(new StoreUnavailableException(DeadlineStore.late(deadline), null));
    }

    /** Asks Redisson, unless it is too late. */
    <T> CompletionStage<T> ask(String name, long startMicros, Function<RRateLimiter, CompletionStage<T>> question) {
        return send(() -> isLate(startMicros) ? late() : question.apply(limiter(name)));
    }

    /** Runs {@code rate-limiter.lua}. */
    CompletionStage<List<Object>> run(String name, Object... arguments) {
        List<Object> keys = List.of(name, name + ":value", name + ":permits");
        return send(() -> script().evalAsync(RScript.Mode.READ_WRITE, text, RScript.ReturnType.LIST, keys, arguments));
    }

    private RRateLimiter limiter(String name) {
        return client.getRateLimiter(CommonOptions.name(name).retryAttempts(0).timeout(deadline));
    }

    private RScript script() {
        return client.getScript(OptionalOptions.defaults()
                .codec(StringCodec.INSTANCE)
                .retryAttempts(0)
                .timeout(deadline));
    }

    private <T> CompletionStage<T> send(Supplier<CompletionStage<T>> command) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                try {
                    command.get().whenComplete((value, failure) -> complete(answer, value, failure));
                } catch (Throwable e) {
                    // Errors too: another version of Redisson may lack what is called here, and somebody waits.
                    complete(answer, null, e);
                }
            });
        } catch (StoreUnavailableException tooMany) {
            answer.completeExceptionally(tooMany);
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(new StoreUnavailableException(DeadlineStore.STOPPING, e));
        }
        return answer;
    }

    private <T> void complete(CompletableFuture<T> answer, @Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            answer.complete(value);
        } else if (cause(failure) instanceof StoreUnavailableException told) {
            answer.completeExceptionally(told);
        } else {
            answer.completeExceptionally(Failures.ofLimiter(failure, deadline));
        }
    }

    /** What a stage failed with. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
