package io.headgate.internal.algorithm;

import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What an algorithm means, without any of its cleverness: how much is left at a time, with big integers; waits are found by
 * trying. Keeps its own state.
 */
abstract class NaiveModel {

    Limit limit;

    private @Nullable Limit numbersOf;
    private @Nullable Numbers numbers;

    NaiveModel(Limit limit) {
        this.limit = limit;
    }

    static NaiveModel of(Limit limit) {
        return switch (limit.algorithm()) {
            case SLIDING_WINDOW -> new NaiveSlidingWindow(limit);
            case FIXED_WINDOW -> new NaiveFixedWindow(limit);
            case SLIDING_LOG -> new NaiveSlidingLog(limit);
            case TOKEN_BUCKET -> new NaiveTokenBucket(limit);
            case LEAKY_BUCKET -> new NaiveLeakyBucket(limit);
            default -> throw new IllegalArgumentException("no model of " + limit.algorithm());
        };
    }

    /** Takes over the state under another limit. */
    final void change(Limit to) {
        limit = to;
    }

    /** Brings the state in order, as every answer except a look does. */
    abstract void order(long nowMicros);

    /** What is left at a time, now or later, if nothing is charged until then. */
    abstract long left(long atMicros);

    abstract void charge(long cost);

    abstract void refund(long cost, long turnMicros, long nowMicros);

    /** How many permits must be left for a cost to pass; any number above the capacity where it never does. */
    long needed(long cost) {
        return cost;
    }

    /** What is left where nothing is used. */
    long most() {
        return limit.capacity();
    }

    /** The delay of a cost that passes at this time. */
    long delay(long nowMicros) {
        return 0;
    }

    abstract NaiveModel copy();

    /** The numbers of the limit; found once, which takes long. */
    final Numbers numbers() {
        if (!limit.equals(numbersOf)) {
            numbersOf = limit;
            numbers = Algorithms.of(limit).numbers();
        }
        return Objects.requireNonNull(numbers);
    }

    final long beginOfTick(long micros) {
        return micros - Math.floorMod(micros, numbers().tickMicros());
    }

    final long windowMicros() {
        return limit.window().toMillis() * 1000;
    }

    /** How long the whole capacity can keep somebody waiting. */
    long longestWaitMicros() {
        return 2 * windowMicros();
    }

    final Answer take(long cost, long nowMicros) {
        order(nowMicros);
        Outcome outcome = outcome(cost, nowMicros);
        long delay = outcome == Outcome.ALLOWED ? delay(nowMicros) : 0;
        if (outcome == Outcome.ALLOWED) {
            charge(cost);
        }
        return answer(outcome, cost, delay, nowMicros);
    }

    final Answer look(long cost, long nowMicros) {
        NaiveModel aside = copy();
        aside.numbersOf = numbersOf;
        aside.numbers = numbers;
        aside.order(nowMicros);
        Outcome outcome = aside.outcome(cost, nowMicros);
        long delay = outcome == Outcome.ALLOWED ? aside.delay(nowMicros) : 0;
        return aside.answer(outcome, cost, delay, nowMicros);
    }

    private Outcome outcome(long cost, long nowMicros) {
        if (cost > limit.capacity()) {
            return Outcome.IMPOSSIBLE;
        }
        return needed(cost) <= left(nowMicros) ? Outcome.ALLOWED : Outcome.DENIED;
    }

    private Answer answer(Outcome outcome, long cost, long delay, long nowMicros) {
        long remaining = left(nowMicros);
        long reset = remaining > 0 && remaining >= most() ? 0 : wait(remaining + 1, nowMicros);
        long retry = outcome == Outcome.DENIED ? wait(needed(cost), nowMicros) : 0;
        return new Answer(outcome, remaining, reset, outcome == Outcome.IMPOSSIBLE ? Arithmetic.NEVER : retry, delay);
    }

    long wait(long permits, long nowMicros) {
        return permits > limit.capacity()
                ? Arithmetic.NEVER
                : first(longestWaitMicros(), micros -> left(nowMicros + micros) >= permits);
    }

    /** The first number that passes, of which it is known that the latest does. */
    static long first(long latest, LongPredicate passes) {
        long fails = -1;
        long works = latest;
        while (works - fails > 1) {
            long middle = (fails + works) >>> 1;
            if (passes.test(middle)) {
                works = middle;
            } else {
                fails = middle;
            }
        }
        return works;
    }

    /** A step without its state. */
    record Answer(Outcome outcome, long remaining, long resetMicros, long retryMicros, long delayMicros) {

        static Answer of(Step step) {
            return new Answer(
                    step.outcome(), step.remaining(), step.resetMicros(), step.retryMicros(), step.delayMicros());
        }
    }
}
