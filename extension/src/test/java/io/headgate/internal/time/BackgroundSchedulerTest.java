package io.headgate.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.DomainCombiner;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class BackgroundSchedulerTest {

    private static final Duration SOON = Duration.ofMillis(1);

    private final ClassLoader loader = new URLClassLoader(new URL[0], null);
    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    private final BackgroundScheduler scheduler = new BackgroundScheduler("headgate-test", loader, failures::add);

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void aTaskRunsAgainAndAgainOnOneDaemonThreadOfHeadgate() throws InterruptedException {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();

        scheduler.every(SOON, () -> threads.add(Thread.currentThread()));
        scheduler.every(SOON, () -> threads.add(Thread.currentThread()));

        Thread first = threads.take();
        assertThat(List.of(threads.take(), threads.take(), threads.take())).containsOnly(first);
        assertThat(first.getName()).startsWith("headgate-");
        assertThat(first.isDaemon()).isTrue();
    }

    @Test
    void aFailureIsReportedAndDoesNotEndTheTask() throws InterruptedException {
        scheduler.every(SOON, () -> {
            throw new AssertionError("again");
        });

        assertThat(failures.take()).hasMessage("again");
        assertThat(failures.take()).hasMessage("again");
        assertThat(failures.take()).hasMessage("again");
    }

    @Test
    void aListenerThatFailsDoesNotEndTheTask() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(3);
        BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
        try (BackgroundScheduler deaf = new BackgroundScheduler("headgate-deaf", loader, failure -> {
            throw new IllegalStateException("deaf");
        })) {
            deaf.every(SOON, () -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
                runs.countDown();
                throw new IllegalArgumentException("task");
            });

            assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(uncaught.take()).hasMessage("deaf");
        }
    }

    @Test
    void theClassLoaderIsThereWhileATaskRunsAndGoneAfterwards() throws InterruptedException {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        BlockingQueue<Boolean> loaders = new LinkedBlockingQueue<>();

        scheduler.every(SOON, () -> {
            threads.add(Thread.currentThread());
            loaders.add(Thread.currentThread().getContextClassLoader() == loader);
        });
        assertThat(List.of(loaders.take(), loaders.take())).containsOnly(true);
        scheduler.close();

        assertThat(threads.take().getContextClassLoader()).isNull();
    }

    @Test
    void nothingOfTheCreatorIsKept() throws InterruptedException {
        InheritableThreadLocal<String> inheritable = new InheritableThreadLocal<>();
        inheritable.set("the creator's");
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();

        underAnAccessContext(
                () -> scheduler.every(SOON, () -> seen.add(inheritable.get() + ", " + accessContextIsTheCreators())));

        assertThat(seen.take()).isEqualTo("null, false");
    }

    @Test
    void closingInterruptsTheTaskAndJoinsTheThread() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        BlockingQueue<Thread> thread = new LinkedBlockingQueue<>();
        scheduler.every(SOON, () -> {
            thread.add(Thread.currentThread());
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        });
        Thread worker = thread.take();

        scheduler.close();

        assertThat(worker.isAlive()).isFalse();
        assertThat(failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasMessage("interrupted"));
        assertThatThrownBy(() -> scheduler.every(SOON, () -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void aTaskMayCloseItsOwnScheduler() throws InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);

        scheduler.every(SOON, () -> {
            scheduler.close();
            closed.countDown();
        });

        assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(failures).isEmpty();
    }

    @Test
    void closingWaitsForATaskThatIsSlowToEnd() throws InterruptedException {
        CountDownLatch ends = new CountDownLatch(1);
        BlockingQueue<Thread> running = new LinkedBlockingQueue<>();
        scheduler.every(SOON, () -> {
            running.add(Thread.currentThread());
            awaitWhateverInterrupts(ends);
        });
        Thread worker = running.take();
        Thread closer = Thread.currentThread();
        Thread watcher = new Thread(() -> {
            while (closer.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            ends.countDown();
        });

        watcher.start();
        scheduler.close();

        assertThat(worker.isAlive()).isFalse();
        assertThat(failures).isEmpty();
    }

    @Test
    void closingDoesNotWaitForeverAndSaysSo() throws InterruptedException {
        CountDownLatch ends = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        BackgroundScheduler impatient =
                new BackgroundScheduler("headgate-test", loader, failures::add, Duration.ofMillis(20));
        impatient.every(SOON, () -> {
            running.countDown();
            awaitWhateverInterrupts(ends);
        });
        running.await();

        impatient.close();

        assertThat(failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .hasMessage("a background task still runs PT0.02S after it was interrupted"));
        ends.countDown();
    }

    @Test
    void withoutATaskThereIsNoThreadToJoin() {
        scheduler.close();

        assertThat(failures).isEmpty();
    }

    @Test
    void aPeriodIsPositive() {
        assertThatIllegalArgumentException().isThrownBy(() -> scheduler.every(Duration.ZERO, () -> {}));
    }

    @SuppressWarnings("removal")
    private static void underAnAccessContext(Runnable action) {
        DomainCombiner combiner = (current, assigned) -> assigned;
        AccessControlContext marked = new AccessControlContext(AccessController.getContext(), combiner);
        AccessController.doPrivileged(
                (PrivilegedAction<Void>) () -> {
                    action.run();
                    return null;
                },
                marked);
    }

    @SuppressWarnings("removal")
    private static boolean accessContextIsTheCreators() {
        return AccessController.getContext().getDomainCombiner() != null;
    }

    private static void awaitWhateverInterrupts(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException deaf) {
                // goes on waiting
            }
        }
    }
}
