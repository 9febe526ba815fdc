package io.headgate.internal.store.redis;

import io.headgate.internal.store.redis.Call.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition in which {@link Limiters} decide too. The script decides first, for all of its policies at once; then
 * each limiter in order. Who denies or fails ends it, and what was charged before is given back.
 *
 * <p>So nothing is ever admitted in excess, but until it is given back a denied acquisition holds permits, and another one may
 * be denied for that. If the giving back is lost too, they stay taken until their window ends.
 */
final class MixedAcquisition {

    private final List<Item> items;
    private final BiFunction<Mode, List<Item>, CompletionStage<List<Answer>>> script;
    private final Limiters limiters;
    private final long startMicros;
    private final List<Integer> scripted = new ArrayList<>();
    private final List<Integer> shared = new ArrayList<>();
    private final @Nullable Answer[] answers;

    /**
     * An acquisition.
     *
     * @param items what is asked
     * @param script asks about requests that the script decides
     * @param limiters decide the others
     * @param startMicros when it was asked, by the clock here
     * @throws IllegalArgumentException if a limit is too great to be shared
     */
    MixedAcquisition(
            List<Item> items,
            BiFunction<Mode, List<Item>, CompletionStage<List<Answer>>> script,
            Limiters limiters,
            long startMicros) {
        this.items = items;
        this.script = script;
        this.limiters = limiters;
        this.startMicros = startMicros;
        this.answers = new Answer[items.size()];
        for (int place = 0; place < items.size(); place++) {
            Item item = items.get(place);
            (item.shared() ? shared : scripted).add(place);
            if (item.shared()) {
                SharedLimiters.check(item.limit());
            }
        }
    }

    /** The answers, in the order of the requests. */
    CompletionStage<List<Answer>> run(Mode mode) {
        CompletionStage<Void> done =
                switch (mode) {
                    case TRY -> isHopeless() ? look() : take();
                    case PEEK -> look();
                    case REFUND ->
                        CompletableFuture.allOf(
                                ask(Mode.REFUND, itemsAt(scripted)).toCompletableFuture(),
                                giveBackShared(itemsAt(shared)));
                    case RESET -> throw new IllegalArgumentException("a reset asks nobody");
                };
        return done.thenApply(all -> Arrays.asList(answers));
    }

    /** Whether a limiter's policy could never pass: then nothing is charged only to be given back. */
    private boolean isHopeless() {
        return shared.stream().map(items::get).anyMatch(item -> item.hopeless() && !item.shadow());
    }

    private CompletionStage<Void> look() {
        return ask(Mode.PEEK, itemsAt(scripted)).thenCompose(own -> lookAtShared(0, new HashMap<>()));
    }

    private CompletionStage<Void> take() {
        return ask(Mode.TRY, itemsAt(scripted))
                .thenCompose(own ->
                        scripted.stream().anyMatch(this::denies) ? lookAtShared(0, new HashMap<>()) : takeShared(0));
    }

    /** The script's part; nothing is sent where it has none. */
    private CompletionStage<Void> ask(Mode mode, List<Item> asked) {
        if (asked.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return script.apply(mode, asked).thenAccept(replies -> {
            for (int i = 0; i < replies.size(); i++) {
                answers[scripted.get(i)] = replies.get(i);
            }
        });
    }

    private CompletionStage<Void> takeShared(int next) {
        if (next == shared.size()) {
            return CompletableFuture.completedFuture(null);
        }
        int place = shared.get(next);
        return limiters.take(items.get(place), startMicros)
                .handle((answer, failure) -> failure == null ? next(next, answer) : giveUp(failure))
                .thenCompose(stage -> stage);
    }

    private CompletionStage<Void> next(int taken, Answer answer) {
        int place = shared.get(taken);
        answers[place] = answer;
        return denies(place) ? giveBack().thenCompose(back -> lookAtShared(0, new HashMap<>())) : takeShared(taken + 1);
    }

    private CompletionStage<Void> giveUp(Throwable failure) {
        return giveBack().thenCompose(back -> CompletableFuture.failedFuture(failure));
    }

    /** Each is about the cost of all up to itself on its key. Who has denied goes on denying, whatever is there by now. */
    private CompletionStage<Void> lookAtShared(int next, Map<String, Long> asked) {
        if (next == shared.size()) {
            return CompletableFuture.completedFuture(null);
        }
        int place = shared.get(next);
        boolean denied = answers[place] != null && denies(place);
        Item item = items.get(place);
        long before = asked.getOrDefault(item.key().toString(), 0L);
        long cost = item.cost() > Long.MAX_VALUE - before ? Long.MAX_VALUE : before + item.cost();
        return limiters.look(item, cost, startMicros).thenCompose(answer -> {
            if (!denied || !answer.allowed()) {
                answers[place] = answer;
            }
            if (answer.allowed()) {
                asked.put(item.key().toString(), cost);
            }
            return lookAtShared(next + 1, asked);
        });
    }

    /** Both parts, whatever becomes of either. What cannot be given back is answered as charged, which is the truth. */
    private CompletionStage<Void> giveBack() {
        List<Item> own = new ArrayList<>();
        scripted.forEach(place -> own.add(charged(place)));
        boolean any = scripted.stream().anyMatch(place -> answer(place).charged());
        CompletionStage<Void> ofScript =
                any ? ask(Mode.REFUND, own).exceptionally(failure -> null) : CompletableFuture.completedFuture(null);
        List<Item> taken = shared.stream()
                .filter(place -> answers[place] != null && answer(place).charged())
                .map(this::charged)
                .toList();
        return CompletableFuture.allOf(
                ofScript.toCompletableFuture(), giveBackShared(taken).exceptionally(failure -> null));
    }

    private CompletableFuture<Void> giveBackShared(List<Item> taken) {
        return CompletableFuture.allOf(taken.stream()
                .map(item -> limiters.giveBack(item).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    private Item charged(int place) {
        return items.get(place).toGiveBack(answer(place));
    }

    private boolean denies(int place) {
        return !answer(place).allowed() && !items.get(place).shadow();
    }

    private Answer answer(int place) {
        Answer answer = answers[place];
        if (answer == null) {
            throw new IllegalStateException("nobody was asked yet");
        }
        return answer;
    }

    private List<Item> itemsAt(List<Integer> places) {
        return places.stream().map(items::get).toList();
    }
}
