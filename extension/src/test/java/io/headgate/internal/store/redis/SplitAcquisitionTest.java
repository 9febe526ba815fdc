package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.store.redis.Call.Mode;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What becomes of an acquisition where one slot does not answer. */
class SplitAcquisitionTest {

    private static final Limit FIVE = Limit.of(5, Duration.ofMinutes(1));
    private final StoreUnavailableException down = new StoreUnavailableException("this slot is down", null);

    /** What each slot answers to a charge; {@link #down} for one that is not in it. */
    private final Map<String, Answer> slots = new LinkedHashMap<>();

    /** Which slots were asked to give back, and when they had charged. */
    private final Map<String, List<Long>> givenBack = new LinkedHashMap<>();

    private static Item item(String subject) {
        return new Item(LimitKey.of("p", List.of("ip", subject)), FIVE, false, 1, Item.NEVER_CHARGED, true);
    }

    private static Answer allowed(long now) {
        return new Answer(now, Outcome.ALLOWED, 4, 60_000_000, 0, 0, true);
    }

    private static Answer denied(long now) {
        return new Answer(now, Outcome.DENIED, 0, 60_000_000, 60_000_000, 0, false);
    }

    private SplitAcquisition.Answers ask(String... subjects) {
        return split(subjects).run(Mode.TRY).toCompletableFuture().join();
    }

    private List<Answer> acquire(String... subjects) {
        SplitAcquisition.Answers answers = ask(subjects);
        assertThat(answers.failure()).isEmpty();
        return answers.inOrder();
    }

    private SplitAcquisition split(String... subjects) {
        return new SplitAcquisition(
                Stream.of(subjects).map(SplitAcquisitionTest::item).toList(), this::ask);
    }

    private CompletionStage<List<Answer>> ask(Mode mode, List<Item> asked) {
        String digest = asked.get(0).key().digest();
        if (mode == Mode.REFUND) {
            givenBack.put(digest, asked.stream().map(Item::turnMicros).toList());
            return CompletableFuture.completedFuture(asked.stream()
                    .map(each -> new Answer(9, Outcome.ALLOWED, 5, 0, 0, 0, false))
                    .toList());
        }
        Answer answer = slots.get(digest);
        return answer == null
                ? CompletableFuture.failedFuture(down)
                : CompletableFuture.completedFuture(
                        asked.stream().map(each -> answer).toList());
    }

    private static String digest(String subject) {
        return item(subject).key().digest();
    }

    @Test
    void whatWasChargedStaysChargedWhereAnotherSlotIsDown() {
        slots.put(digest("a"), allowed(7));
        slots.put(digest("c"), allowed(8));

        SplitAcquisition.Answers answers = ask("a", "b", "c", "a");

        assertThat(answers.failure()).contains(down);
        assertThat(answers.of(0)).contains(allowed(7));
        assertThat(answers.of(1)).isEmpty();
        assertThat(answers.of(2)).contains(allowed(8));
        assertThat(answers.of(3)).contains(allowed(7));
        assertThat(givenBack).isEmpty();
    }

    @Test
    void aDenialCountsThoughAnotherSlotIsDown() {
        slots.put(digest("a"), denied(7));
        slots.put(digest("c"), allowed(8));

        SplitAcquisition.Answers answers = ask("a", "b", "c", "c");

        assertThat(answers.failure()).contains(down);
        assertThat(answers.of(0).map(Answer::outcome)).contains(Outcome.DENIED);
        assertThat(answers.of(1)).isEmpty();
        assertThat(answers.of(2).map(Answer::remaining)).as("given back").contains(5L);
        assertThat(givenBack).containsOnlyKeys(digest("c"));
        assertThat(givenBack.get(digest("c"))).containsExactly(8L, 8L);
    }

    @Test
    void whereNoSlotAnswersTheStoreHasFailed() {
        assertThatThrownBy(() -> ask("a", "b"))
                .isInstanceOf(CompletionException.class)
                .hasCause(down);
    }

    @Test
    void givingBackFailsIfOneSlotDoes() {
        assertThatThrownBy(() -> new SplitAcquisition(
                                List.of(item("a"), item("b")),
                                (mode, asked) -> asked.get(0).equals(item("a"))
                                        ? CompletableFuture.failedFuture(down)
                                        : ask(mode, asked))
                        .giveBackAll()
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCause(down);
        assertThat(givenBack).containsOnlyKeys(digest("b"));
    }

    @Test
    void nothingIsGivenBackThatWasNotCharged() {
        slots.put(digest("a"), denied(7));
        slots.put(digest("c"), allowed(8));

        List<Answer> answers = acquire("a", "c");

        assertThat(givenBack).containsOnlyKeys(digest("c"));
        assertThat(new ArrayList<>(answers))
                .extracting(Answer::outcome)
                .containsExactly(Outcome.DENIED, Outcome.ALLOWED);
        assertThat(answers).extracting(Answer::remaining).containsExactly(0L, 5L);
    }

    @Test
    void whereAllAllowNothingIsGivenBack() {
        slots.put(digest("a"), allowed(7));
        slots.put(digest("c"), allowed(8));

        assertThat(acquire("a", "c")).extracting(Answer::remaining).containsExactly(4L, 4L);
        assertThat(givenBack).isEmpty();
    }
}
