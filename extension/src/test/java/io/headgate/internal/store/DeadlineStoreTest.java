package io.headgate.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.Deadlines;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DeadlineStoreTest {

    private static final LimitKey KEY = LimitKey.of("p", List.of("ip", "192.0.2.1"));
    private static final Acquisition ONE =
            Acquisition.of(new PermitRequest(KEY, Limit.of(1, Duration.ofMinutes(1)), 1, false));

    private final CompletableFuture<List<Decision>> decisions = new CompletableFuture<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final AtomicBoolean anAnswer = new AtomicBoolean();
    private final AtomicBoolean full = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final BackgroundScheduler scheduler =
            new BackgroundScheduler("headgate-test", getClass().getClassLoader(), failure -> {});
    private final Heard heard = new Heard();
    private final RateLimitStore store = new DeadlineStore(
            new Silent(),
            new Deadlines(scheduler, Duration.ofMillis(20), () -> new StoreUnavailableException("late", null)),
            heard);

    @AfterEach
    void close() {
        scheduler.close();
        store.close();
    }

    private static void isLate(CompletionStage<?> stage) {
        assertThatThrownBy(() -> stage.toCompletableFuture().get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(StoreUnavailableException.class)
                .hasRootCauseMessage("late");
    }

    @Test
    void everyQuestionEndsInTime() {
        isLate(store.tryAcquire(ONE));
        isLate(store.peek(ONE));
        isLate(store.refund(List.of()));
        isLate(store.reset(KEY));
    }

    @Test
    void theStoreSeesThatNobodyWaitsAndItsLateAnswerIsIgnored() {
        CompletionStage<List<Decision>> answer = store.tryAcquire(ONE);
        isLate(answer);

        assertThat(decisions).isCompletedExceptionally();
        decisions.complete(List.of());
        isLate(answer);
    }

    @Test
    void anAnswerInTimeIsPassedOn() throws Exception {
        decisions.complete(List.of());

        assertThat(store.tryAcquire(ONE).toCompletableFuture().get()).isEmpty();
    }

    @Test
    void anAnswerInTimeIsHeardAndALateOneIsNot() {
        isLate(store.tryAcquire(ONE));
        decisions.complete(List.of());
        assertThat(heard.answers).hasValue(0);

        anAnswer.set(true);
        store.tryAcquire(ONE).toCompletableFuture().join();
        assertThat(heard.answers).hasValue(1);
        store.peek(ONE).toCompletableFuture().join();
        assertThat(heard.answers).hasValue(2);
    }

    @Test
    void aStoreThatTakesNoMoreQuestionsIsUnavailable() {
        full.set(true);

        assertThatThrownBy(() -> store.tryAcquire(ONE).toCompletableFuture().get())
                .hasCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void closingEndsTheStoreAndEveryWait() {
        CompletionStage<Void> waiting = store.reset(KEY);
        scheduler.close();
        store.close();

        assertThat(closed).isTrue();
        isLate(waiting);
        assertThatThrownBy(() -> store.peek(ONE).toCompletableFuture().get())
                .hasCauseInstanceOf(StoreUnavailableException.class);
    }

    private static final class Heard implements Outage {

        private final AtomicInteger answers = new AtomicInteger();

        @Override
        public void began(StoreUnavailableException why) {}

        @Override
        public void answered() {
            answers.incrementAndGet();
        }
    }

    /** Answers when a test says so. */
    private final class Silent implements RateLimitStore {

        @Override
        public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
            if (full.get()) {
                throw new RejectedExecutionException("full");
            }
            return anAnswer.get() ? CompletableFuture.completedFuture(List.of()) : decisions;
        }

        @Override
        public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
            return anAnswer.get() ? CompletableFuture.completedFuture(List.of()) : new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Void> refund(List<Receipt> receipts) {
            return done;
        }

        @Override
        public CompletionStage<Void> reset(LimitKey key) {
            return new CompletableFuture<>();
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }
}
