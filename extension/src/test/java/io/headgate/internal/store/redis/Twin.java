package io.headgate.internal.store.redis;

import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.internal.algorithm.State;
import io.headgate.internal.algorithm.States;
import io.headgate.internal.algorithm.Step;
import io.headgate.internal.store.redis.Call.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the script is to do, by the pure functions. */
final class Twin {

    private final Arithmetics arithmetics;
    private final Map<LimitKey, State> states = new HashMap<>();

    Twin(Arithmetics arithmetics) {
        this.arithmetics = arithmetics;
    }

    /** The answers to one acquisition. A peek leaves even what has expired: the clock may step back. */
    List<Answer> run(Mode mode, List<Item> items, long nowMicros) {
        Map<LimitKey, State> untouched = mode == Mode.PEEK ? new HashMap<>(states) : Map.of();
        List<Answer> answers = decide(mode, items, nowMicros);
        if (mode == Mode.PEEK) {
            states.clear();
            states.putAll(untouched);
        }
        return answers;
    }

    private List<Answer> decide(Mode mode, List<Item> items, long nowMicros) {
        items.forEach(item -> put(item.key(), States.alive(states.get(item.key()), nowMicros)));
        if (mode == Mode.REFUND) {
            for (int i = items.size() - 1; i >= 0; i--) {
                refund(items.get(i), nowMicros);
            }
        }
        Map<LimitKey, State> before = new HashMap<>(states);
        List<Step> steps = new ArrayList<>();
        boolean passes = true;
        for (Item item : items) {
            Step step = of(item).take(states.get(item.key()), item.cost(), nowMicros);
            passes &= step.allowed() || item.shadow();
            states.put(item.key(), step.next());
            steps.add(step);
        }
        boolean charged = passes && mode == Mode.TRY;
        if (!charged) {
            steps = looks(items, steps, before, nowMicros);
            items.forEach(item -> put(item.key(), before.get(item.key())));
        }
        if (!charged && mode == Mode.TRY) {
            bringInOrder(items, before, nowMicros);
        }
        return steps.stream().map(step -> answer(step, charged, nowMicros)).toList();
    }

    /** What is to be at the key after a call; null for nothing. */
    @Nullable
    State kept(Item item, long nowMicros) {
        State state = States.alive(states.get(item.key()), nowMicros);
        return state == null || States.isUnused(state) ? null : state;
    }

    /** What has no use is removed at the end of a call. */
    void endCall() {
        states.values().removeIf(States::isUnused);
    }

    private List<Step> looks(List<Item> items, List<Step> steps, Map<LimitKey, State> before, long nowMicros) {
        Map<LimitKey, Long> askedSoFar = new HashMap<>();
        List<Step> looks = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            long ahead = askedSoFar.getOrDefault(item.key(), 0L);
            if (steps.get(i).allowed()) {
                askedSoFar.put(item.key(), ahead + item.cost());
            }
            looks.add(of(item).look(before.get(item.key()), ahead, item.cost(), nowMicros));
        }
        return looks;
    }

    private void bringInOrder(List<Item> items, Map<LimitKey, State> before, long nowMicros) {
        for (Item item : items) {
            State stored = before.remove(item.key());
            if (stored != null) {
                states.put(item.key(), of(item).advance(stored, nowMicros));
            }
        }
    }

    private void refund(Item item, long nowMicros) {
        State state = states.get(item.key());
        if (state != null) {
            states.put(item.key(), of(item).refund(state, item.cost(), item.turnMicros(), nowMicros));
        }
    }

    private void put(LimitKey key, @Nullable State state) {
        if (state == null) {
            states.remove(key);
        } else {
            states.put(key, state);
        }
    }

    private Arithmetic of(Item item) {
        Arithmetic arithmetic = arithmetics.of(item.limit());
        return item.mayWait() ? arithmetic : arithmetic.withoutWaiting();
    }

    private static Answer answer(Step step, boolean charged, long nowMicros) {
        return new Answer(
                nowMicros,
                step.outcome(),
                step.remaining(),
                wire(step.resetMicros()),
                wire(step.retryMicros()),
                step.delayMicros(),
                charged && step.allowed());
    }

    private static long wire(long micros) {
        return micros == Arithmetic.NEVER ? Answer.NEVER : micros;
    }
}
