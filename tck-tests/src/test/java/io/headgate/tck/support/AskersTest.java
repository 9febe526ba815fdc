package io.headgate.tck.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who waits for clients to end is told of those that do not. */
@Tag("no-server")
class AskersTest {

    @Test
    void whoStillAsksIsNamed() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        Thread done = started("done", () -> {});
        Thread waiting = started("waiting", () -> awaitUninterrupted(answer));
        try {
            done.join();
            assertThatThrownBy(() -> Askers.awaitEnd(List.of(waiting, done), Duration.ofMillis(50)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("[waiting]");
        } finally {
            answer.countDown();
        }

        Askers.awaitEnd(List.of(done, waiting));
        assertThat(waiting.isAlive()).isFalse();
    }

    private static Thread started(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.start();
        return thread;
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
