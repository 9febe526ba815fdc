package io.headgate.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Who asks a server that does not answer, and who is spared. */
class BreakerTest {

    private final StoreUnavailableException down = new StoreUnavailableException("no answer", null);
    private final StoreUnavailableException loading = new StoreUnavailableException("it loads", null);

    private final Queue<Runnable> later = new ArrayDeque<>();
    private final List<StoreUnavailableException> began = new ArrayList<>();
    private int ended;
    private final Breaker breaker = new Breaker(
            (delay, task) -> {
                assertThat(delay).isEqualTo(Duration.ofMillis(500));
                later.add(task);
            },
            new Outage() {
                @Override
                public void began(StoreUnavailableException why) {
                    began.add(why);
                }

                @Override
                public void ended() {
                    ended++;
                }
            });

    private int questions;
    private final Deque<CompletableFuture<Void>> probes = new ArrayDeque<>();

    private CompletableFuture<String> ask(CompletionStage<String> answer) {
        return breaker.ask(
                        () -> {
                            questions++;
                            return answer;
                        },
                        this::probe)
                .toCompletableFuture();
    }

    private CompletionStage<Void> probe() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        probes.add(answer);
        return answer;
    }

    private void fails(int times) {
        for (int i = 0; i < times; i++) {
            CompletableFuture<String> unused = ask(CompletableFuture.failedFuture(new CompletionException(down)));
        }
    }

    private void answers(int times) {
        for (int i = 0; i < times; i++) {
            CompletableFuture<String> unused = ask(CompletableFuture.completedFuture("yes"));
        }
    }

    private void halfASecond() {
        List<Runnable> due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    private void assertThatItIsOpen(boolean open) {
        int before = questions;
        CompletableFuture<String> answer = ask(CompletableFuture.completedFuture("yes"));
        assertThat(questions - before).as("asked").isEqualTo(open ? 0 : 1);
        assertThat(answer.isCompletedExceptionally()).isEqualTo(open);
    }

    @Test
    void fiveFailuresInARowOpenIt() {
        fails(4);
        assertThatItIsOpen(false);
        assertThat(began).isEmpty();

        fails(2); // one of the four was forgiven
        assertThatItIsOpen(true);
        assertThat(began).containsExactly(down);
        assertThat(later).hasSize(1);
    }

    @Test
    void aServerThatFailsLessThanItAnswersIsAsked() {
        for (int i = 0; i < 100; i++) {
            answers(2);
            fails(1);
        }
        assertThatItIsOpen(false);
    }

    @Test
    void aServerThatFailsMoreThanItAnswersIsNot() {
        for (int i = 0; i < 5 && later.isEmpty(); i++) {
            fails(2);
            answers(1);
        }
        assertThatItIsOpen(true);
    }

    @Test
    void whatIsNoFailureOfTheServerDoesNotCount() {
        for (int i = 0; i < 100; i++) {
            CompletableFuture<String> unused =
                    ask(CompletableFuture.failedFuture(new IllegalArgumentException("a limit that nobody can apply")));
        }
        assertThatItIsOpen(false);
    }

    @Test
    void theFirstProbeThatSucceedsClosesIt() {
        fails(5);
        assertThat(probes).as("nobody's question is the probe").isEmpty();

        halfASecond();
        assertThat(probes).hasSize(1);
        probes.pop().completeExceptionally(new CompletionException(loading));
        assertThat(began).containsExactly(down, loading);
        assertThat(ask(CompletableFuture.completedFuture("yes")))
                .as("what was last seen")
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCause(loading);

        halfASecond();
        assertThat(ended).isZero();
        probes.pop().complete(null);
        assertThat(ended).isEqualTo(1);
        assertThatItIsOpen(false);

        halfASecond();
        assertThat(later).as("no more probes").isEmpty();
        assertThat(probes).isEmpty();
    }

    @Test
    void whatWasAskedBeforeTheOutageAndFailsAfterItDoesNotCount() {
        List<CompletableFuture<String>> slow = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            CompletableFuture<String> answer = new CompletableFuture<>();
            slow.add(answer);
            CompletableFuture<String> unused = ask(answer);
        }
        fails(5);
        halfASecond();
        probes.pop().complete(null);

        slow.forEach(answer -> answer.completeExceptionally(down));
        assertThatItIsOpen(false);
        assertThat(began).hasSize(1);
    }

    @Test
    void aProbeThatIsLostIsTriedAgainAndSaysNothingLater() {
        fails(5);
        for (int i = 0; i < 10; i++) {
            halfASecond();
            assertThat(probes).hasSize(1);
        }
        halfASecond();
        assertThat(probes).hasSize(2);
        CompletableFuture<Void> lost = probes.pop();
        probes.pop().complete(null);
        assertThatItIsOpen(false);

        lost.completeExceptionally(loading);
        assertThatItIsOpen(false);
        assertThat(began).containsExactly(down);
    }

    @Test
    void itOpensAgain() {
        for (int outage = 1; outage <= 3; outage++) {
            fails(5);
            assertThatItIsOpen(true);
            halfASecond();
            probes.pop().complete(null);
            halfASecond();
            assertThatItIsOpen(false);
            assertThat(ended).isEqualTo(outage);
        }
        assertThat(later).isEmpty();
    }

    @Test
    void aLogThatFailsKeepsNobodyFromTrying() {
        Breaker unlucky = new Breaker((delay, task) -> later.add(task), why -> {
            throw new IllegalStateException("the disk is full");
        });
        for (int i = 0; i < 5; i++) {
            unlucky.ask(() -> CompletableFuture.failedFuture(down), this::probe);
        }
        assertThat(later).hasSize(1);
    }
}
