package io.headgate.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.testing.Alone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Alone
@Timeout(30)
class DeadlinesTest {

    private static final Duration SPAN = Duration.ofMillis(50);

    private final BackgroundScheduler scheduler =
            new BackgroundScheduler("headgate-test", getClass().getClassLoader(), failure -> {});
    private final Deadlines deadlines = new Deadlines(scheduler, SPAN, () -> new TimeoutException("late"));

    @AfterEach
    void close() {
        scheduler.close();
    }

    private static void isLate(CompletableFuture<?> future) {
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("late");
    }

    @Test
    void whatDoesNotCompleteFailsInTimeAndNotEarlier() {
        long before = System.nanoTime();
        CompletableFuture<String> never = new CompletableFuture<>();
        deadlines.watch(never);

        isLate(never);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(SPAN, SPAN.plusSeconds(5));
    }

    @Test
    void whatCompletesIsLeftAlone() throws Exception {
        CompletableFuture<String> done = new CompletableFuture<>();
        CompletableFuture<String> never = new CompletableFuture<>();
        deadlines.watch(done);
        deadlines.watch(never);
        done.complete("answer");

        isLate(never);
        assertThat(done.get()).isEqualTo("answer");
    }

    @Test
    void theTimerGoesOnAsLongAsSomebodyWaits() {
        for (int round = 0; round < 3; round++) {
            List<CompletableFuture<String>> many = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                CompletableFuture<String> one = new CompletableFuture<>();
                deadlines.watch(one);
                many.add(one);
            }
            many.forEach(DeadlinesTest::isLate);
        }
    }

    @Test
    void whoWaitsAtTheEndIsToldSo() {
        CompletableFuture<String> never = new CompletableFuture<>();
        deadlines.watch(never);
        scheduler.close();
        deadlines.close();
        CompletableFuture<String> afterwards = new CompletableFuture<>();
        deadlines.watch(afterwards);

        isLate(never);
        isLate(afterwards);
    }
}
