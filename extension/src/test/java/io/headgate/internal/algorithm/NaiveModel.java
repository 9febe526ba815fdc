package io.headgate.internal.algorithm;

import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import java.util.function.LongPredicate;

/**
 * What an algorithm means, without any of its cleverness: how much is left at a time, with big integers; waits are found by
 * trying. Keeps its own state.
 */
abstract class NaiveModel {

    Limit limit;

    NaiveModel(Limit limit) {
        this.limit = limit;
    }

    static NaiveModel of(Limit limit) {
        return switch (limit.algorithm()) {
            case SLIDING_WINDOW -> new NaiveSlidingWindow(limit);
            case FIXED_WINDOW -> new NaiveFixedWindow(limit);
            case SLIDING_LOG -> new NaiveSlidingLog(limit);
            case TOKEN_BUCKET -> new NaiveTokenBucket(limit);
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

    abstract void refund(long cost, long chargedAtMicros);

    abstract NaiveModel copy();

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
        if (outcome == Outcome.ALLOWED) {
            charge(cost);
        }
        return answer(outcome, cost, nowMicros);
    }

    final Answer look(long cost, long nowMicros) {
        NaiveModel aside = copy();
        aside.order(nowMicros);
        return aside.answer(aside.outcome(cost, nowMicros), cost, nowMicros);
    }

    private Outcome outcome(long cost, long nowMicros) {
        if (cost > limit.capacity()) {
            return Outcome.IMPOSSIBLE;
        }
        return cost <= left(nowMicros) ? Outcome.ALLOWED : Outcome.DENIED;
    }

    private Answer answer(Outcome outcome, long cost, long nowMicros) {
        long remaining = left(nowMicros);
        long reset = remaining > 0 && remaining == limit.capacity() ? 0 : wait(remaining + 1, nowMicros);
        return new Answer(outcome, remaining, reset, outcome == Outcome.ALLOWED ? 0 : wait(cost, nowMicros));
    }

    private long wait(long cost, long nowMicros) {
        return cost > limit.capacity()
                ? Arithmetic.NEVER
                : first(longestWaitMicros(), micros -> left(nowMicros + micros) >= cost);
    }

    private static long first(long latest, LongPredicate passes) {
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
    record Answer(Outcome outcome, long remaining, long resetMicros, long retryMicros) {

        static Answer of(Step step) {
            return new Answer(step.outcome(), step.remaining(), step.resetMicros(), step.retryMicros());
        }
    }
}
