package io.headgate.internal.store.redis;

import io.headgate.Decision.Outcome;
import io.headgate.internal.store.redis.Call.Mode;
import io.headgate.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition in a cluster: each subject's policies live in one slot, and one script reaches one slot. All slots are asked
 * at once; if one denies, what the others charged is given back. If one fails and none denies, what was charged stays charged,
 * since the policies of the one that failed may let the call pass.
 *
 * <p>So nothing is ever admitted in excess, but for the time of a round trip a denied acquisition holds permits, and another
 * one may be denied for that. If the giving back is lost too, they stay taken until their window ends.
 */
final class SplitAcquisition {

    private final List<Item> items;
    private final BiFunction<Mode, List<Item>, CompletionStage<List<Answer>>> ask;
    private final List<Group> groups = new ArrayList<>();

    /** The requests of one subject, by their places. */
    private static final class Group {
        final List<Integer> places = new ArrayList<>();

        @Nullable
        List<Answer> answers;

        @Nullable
        Throwable failure;

        boolean denies(List<Item> items) {
            for (int i = 0; answers != null && i < places.size(); i++) {
                boolean allowed = answers.get(i).outcome() == Outcome.ALLOWED;
                if (!allowed && !items.get(places.get(i)).shadow()) {
                    return true;
                }
            }
            return false;
        }

        boolean hasCharged() {
            return answers != null && answers.stream().anyMatch(Answer::charged);
        }
    }

    /**
     * An acquisition.
     *
     * @param items what is asked
     * @param ask asks about requests that share a slot
     */
    SplitAcquisition(List<Item> items, BiFunction<Mode, List<Item>, CompletionStage<List<Answer>>> ask) {
        this.items = items;
        this.ask = ask;
        Map<String, Group> bySubject = new LinkedHashMap<>();
        for (int place = 0; place < items.size(); place++) {
            bySubject
                    .computeIfAbsent(items.get(place).key().digest(), digest -> new Group())
                    .places
                    .add(place);
        }
        groups.addAll(bySubject.values());
    }

    /**
     * What the slots said.
     *
     * @param inOrder the answers in the order of the requests, null where a slot failed
     * @param failure that of one slot, if any failed
     */
    record Answers(List<@Nullable Answer> inOrder, Optional<StoreUnavailableException> failure) {

        /** The answer to one of the requests; empty where its slot failed. */
        Optional<Answer> of(int place) {
            return Optional.ofNullable(inOrder.get(place));
        }
    }

    /** Asks all slots; fails if none of them answers. */
    CompletionStage<Answers> run(Mode mode) {
        return all(mode)
                .thenCompose(all -> mode == Mode.TRY && isDenied() ? giveBack() : CompletableFuture.allOf())
                .thenApply(all -> merged());
    }

    /** Gives everything back; fails if one slot does. */
    CompletionStage<Void> giveBackAll() {
        return all(Mode.REFUND)
                .thenAccept(all -> merged().failure().ifPresent(failure -> {
                    throw failure;
                }));
    }

    private CompletableFuture<Void> all(Mode mode) {
        return CompletableFuture.allOf(groups.stream()
                .map(group -> ask(mode, group, of(group)).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    private boolean isDenied() {
        return groups.stream().anyMatch(group -> group.denies(items));
    }

    private CompletableFuture<Void> giveBack() {
        return CompletableFuture.allOf(groups.stream()
                .filter(Group::hasCharged)
                .map(group -> giveBack(group).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    /** The refund answers what is there now. If it fails, what was answered before is the truth: it was charged. */
    private CompletionStage<Void> giveBack(Group group) {
        List<Answer> charged = Objects.requireNonNull(group.answers);
        List<Item> back = new ArrayList<>();
        for (int i = 0; i < charged.size(); i++) {
            back.add(items.get(group.places.get(i)).toGiveBack(charged.get(i)));
        }
        return ask.apply(Mode.REFUND, back).handle((answers, failure) -> {
            if (answers != null) {
                group.answers = answers;
            }
            return null;
        });
    }

    private CompletionStage<Void> ask(Mode mode, Group group, List<Item> asked) {
        return ask.apply(mode, asked).handle((answers, failure) -> {
            group.answers = answers;
            group.failure = failure;
            return null;
        });
    }

    private List<Item> of(Group group) {
        return group.places.stream().map(items::get).toList();
    }

    private Answers merged() {
        @Nullable Answer[] merged = new @Nullable Answer[items.size()];
        Optional<StoreUnavailableException> failure = Optional.empty();
        int failed = 0;
        for (Group group : groups) {
            if (group.answers == null) {
                failed++;
                failure = Optional.of(unavailable(group.failure));
                continue;
            }
            for (int i = 0; i < group.answers.size(); i++) {
                merged[group.places.get(i)] = group.answers.get(i);
            }
        }
        if (failed == groups.size()) {
            throw failure.orElseThrow();
        }
        return new Answers(Arrays.asList(merged), failure);
    }

    private static StoreUnavailableException unavailable(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapper ? wrapper.getCause() : failure;
        return cause instanceof StoreUnavailableException known
                ? known
                : new StoreUnavailableException("a slot of the cluster failed unexpectedly: " + cause, cause);
    }
}
