package io.headgate.internal.store.redis;

import io.headgate.internal.store.DeadlineStore;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.codec.StringCodec;

/**
 * Runs the script once for each call, on threads of its own: one that has used Redisson keeps what Netty leaves with it, and
 * a server's thread would keep the application with that. A call is never sent again by Redisson, since it may have been
 * counted; only one with which the script did nothing is, once, when the estimate of its clock was or may have been wrong: one
 * that it found too late, or whose calendar ends before its time or begins after it.
 */
final class ScriptRunner {

    private final RedissonClient client;
    private final Duration deadline;
    private final long deadlineMicros;
    private final Executor executor;
    private final StoreClocks clocks;
    private final Supplier<Object> testMicros;
    private final String text = Script.assemble();
    private volatile @Nullable RScript script;

    /**
     * A runner.
     *
     * @param client reaches Redis
     * @param deadline how long a call has, from the moment at which it is asked for
     * @param executor the threads that use the client
     * @param clocks estimate the store's time
     * @param testMicros the time that a test wants the script to see; the empty string where the server decides
     */
    ScriptRunner(
            RedissonClient client,
            Duration deadline,
            Executor executor,
            StoreClocks clocks,
            Supplier<Object> testMicros) {
        this.client = client;
        this.deadline = deadline;
        this.deadlineMicros = TimeUnit.NANOSECONDS.toMicros(deadline.toNanos());
        this.executor = executor;
        this.clocks = clocks;
        this.testMicros = testMicros;
    }

    /** The answers to a call; fails with a {@link StoreUnavailableException} and with nothing else. */
    CompletionStage<List<Answer>> run(Call call) {
        return run(call, clocks.hereMicros());
    }

    /** The same for what was asked at a time of the clock here: its deadline began then. */
    CompletionStage<List<Answer>> run(Call call, long startMicros) {
        Exchange exchange = new Exchange(call, startMicros);
        exchange.submit();
        return exchange.answers;
    }

    /** A call on its way there and back. */
    private final class Exchange {

        final CompletableFuture<List<Answer>> answers = new CompletableFuture<>();
        private final Call call;
        private final StoreClock clock;
        private final long startMicros;
        private boolean repeated;

        Exchange(Call call, long startMicros) {
            this.call = call;
            this.clock = clocks.of(call);
            this.startMicros = startMicros;
        }

        void submit() {
            try {
                executor.execute(this::send);
            } catch (StoreUnavailableException tooMany) {
                answers.completeExceptionally(tooMany);
            } catch (RejectedExecutionException e) {
                answers.completeExceptionally(new StoreUnavailableException(DeadlineStore.STOPPING, e));
            }
        }

        private void send() {
            long sentMicros = clock.hereMicros();
            if (call.mustBeInTime() && sentMicros - startMicros >= deadlineMicros) {
                answers.completeExceptionally(new StoreUnavailableException(DeadlineStore.late(deadline), null));
                return;
            }
            try {
                CompletionStage<List<Object>> reply = eval();
                reply.whenComplete((received, failure) -> receive(sentMicros, received, failure));
            } catch (Throwable e) {
                // Errors too: another version of Redisson may lack what is called here, and somebody waits for the
                // answer.
                fail(e);
            }
        }

        private CompletionStage<List<Object>> eval() {
            Object staleAfter = call.mustBeInTime() ? clock.storeMicros(startMicros) + deadlineMicros : "";
            return script().evalAsync(
                            RScript.Mode.READ_WRITE,
                            text,
                            RScript.ReturnType.LIST,
                            call.keys(),
                            call.arguments(clock.storeMicros(clock.hereMicros()), staleAfter, testMicros.get()));
        }

        private void receive(long sentMicros, @Nullable List<Object> reply, @Nullable Throwable failure) {
            try {
                if (reply == null) {
                    fail(failure == null ? new IllegalStateException("an empty reply") : failure);
                    return;
                }
                clock.learn(sentMicros, Answer.nowMicros(reply));
                if (Answer.isStale(reply)) {
                    repeatOrGiveUp(Failures.late(deadline));
                } else if (Answer.isOutOfBounds(reply)) {
                    repeatOrGiveUp(Failures.otherTime());
                } else {
                    answers.complete(Answer.all(reply));
                }
            } catch (Throwable e) {
                fail(e);
            }
        }

        private void repeatOrGiveUp(StoreUnavailableException why) {
            if (repeated || (call.mustBeInTime() && clock.hereMicros() - startMicros >= deadlineMicros)) {
                answers.completeExceptionally(why);
                return;
            }
            repeated = true;
            submit();
        }

        private void fail(Throwable failure) {
            answers.completeExceptionally(Failures.of(failure, deadline));
        }
    }

    /** Made by the first thread that may. */
    private RScript script() {
        RScript known = script;
        if (known == null) {
            known = client.getScript(OptionalOptions.defaults()
                    .codec(StringCodec.INSTANCE)
                    .retryAttempts(0)
                    .timeout(deadline));
            script = known;
        }
        return known;
    }
}
