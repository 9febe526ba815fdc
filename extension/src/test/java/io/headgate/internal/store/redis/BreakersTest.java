package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.internal.store.Breaker;
import io.headgate.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One breaker for each master that there is, and none for those that were. */
class BreakersTest {

    private static final String SOMEBODY = "somebody";
    private static final String SOMEBODY_ELSE = keyElsewhere();
    private static final int FAILURES_THAT_OPEN = 5;
    private final StoreUnavailableException down = new StoreUnavailableException("down", null);

    private final Breakers breakers =
            Breakers.of(() -> new Breaker((time, probe) -> {}, why -> {}), question -> {}, question -> {});

    /** Who has the lower half of the slots, and who has the upper one. */
    private final List<Object> halves = new ArrayList<>(List.of("lower", "upper"));

    private final Breakers.Cluster cluster = new Breakers.Cluster() {

        @Override
        public Object masterOf(int slot) {
            return halves.get(half(slot));
        }

        @Override
        public Collection<?> masters() {
            return halves;
        }
    };

    private static int half(int slot) {
        return slot / 8192;
    }

    private static String keyElsewhere() {
        int half = half(StoreClocks.slot(SOMEBODY));
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "somebody-" + i)
                .filter(key -> half(StoreClocks.slot(key)) != half)
                .findFirst()
                .orElseThrow();
    }

    private boolean answers(String key) {
        return breakers.ask(
                        key,
                        () -> CompletableFuture.completedFuture("an answer"),
                        () -> CompletableFuture.failedFuture(down))
                .handle((answer, failure) -> failure == null)
                .toCompletableFuture()
                .join();
    }

    private void fail(String key) {
        for (int i = 0; i < FAILURES_THAT_OPEN; i++) {
            breakers.ask(
                            key,
                            () -> CompletableFuture.failedFuture(down),
                            () -> CompletableFuture.<Void>failedFuture(down))
                    .toCompletableFuture()
                    .isDone();
        }
    }

    @Test
    void aMasterThatFailsIsSparedAndAnotherOneIsAsked() {
        breakers.reach(cluster);
        fail(SOMEBODY);

        assertThat(answers(SOMEBODY)).isFalse();
        assertThat(breakers.refusal(SOMEBODY)).contains(down);
        assertThat(answers(SOMEBODY_ELSE)).isTrue();
        assertThat(breakers.refusal(SOMEBODY_ELSE)).isEmpty();
    }

    @Test
    void whatIsGivenUpForOthersToBeHeardIsLearntFromAllTheSame() {
        Breakers hurried = Breakers.of(
                () -> new Breaker((time, probe) -> {}, why -> {}),
                question -> {},
                part -> part.completeExceptionally(new StoreUnavailableException("nobody waits any longer", null)));
        CompletableFuture<String> hanging = new CompletableFuture<>();
        for (int i = 0; i < FAILURES_THAT_OPEN; i++) {
            CompletionStage<String> part = hurried.part(
                    hurried.ask(SOMEBODY, () -> hanging, () -> CompletableFuture.<Void>failedFuture(down)));
            assertThat(part).isCompletedExceptionally();
        }
        hanging.completeExceptionally(down);

        assertThat(hurried.refusal(SOMEBODY)).contains(down);
    }

    @Test
    void whereNobodyKnowsTheMastersAllAreOne() {
        fail(SOMEBODY);

        assertThat(answers(SOMEBODY_ELSE)).isFalse();
    }

    @Test
    void mastersThatLeftAreForgottenAndThoseThatStayAreNot() {
        breakers.reach(cluster);
        fail(SOMEBODY_ELSE);
        int half = half(StoreClocks.slot(SOMEBODY));
        for (int i = 0; i < 1_000; i++) {
            halves.set(half, "another one, number " + i);
            assertThat(answers(SOMEBODY)).isTrue();
        }

        assertThat(breakers.size()).isEqualTo(2);
        assertThat(answers(SOMEBODY_ELSE)).as("still known not to answer").isFalse();
    }
}
