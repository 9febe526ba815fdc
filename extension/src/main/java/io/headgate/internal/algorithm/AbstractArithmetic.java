package io.headgate.internal.algorithm;

import io.headgate.Decision.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What all algorithms share: the order of the questions. Subclasses see states in order and costs that can pass.
 *
 * @param <S> the algorithm's state
 */
abstract class AbstractArithmetic<S extends State> implements Arithmetic {

    final Numbers numbers;

    AbstractArithmetic(Numbers numbers) {
        this.numbers = numbers;
    }

    @Override
    public final Numbers numbers() {
        return numbers;
    }

    @Override
    public abstract S advance(@Nullable State stored, long nowMicros);

    /** The most that {@link #left} ever says, where nothing is used. */
    long most() {
        return numbers.capacity();
    }

    /** Permits that this state leaves; may be above the capacity, which nobody is told. */
    abstract long left(S state, long nowMicros);

    /** The wait until so many permits are left, at least one; zero where they are left now. */
    abstract long waitMicros(S state, long permits, long nowMicros);

    abstract S charge(S state, long cost, long nowMicros);

    /**
     * How many permits must be left for a cost to pass when others are taken first; {@link #NEVER} where it never does.
     *
     * @param ahead what is taken first
     */
    long needed(long ahead, long cost) {
        return cost > most() - ahead ? NEVER : ahead + cost;
    }

    /** The delay of a cost that passes when others are taken first. */
    long delayMicros(S state, long ahead, long nowMicros) {
        return 0;
    }

    @Override
    public final Step take(@Nullable State stored, long cost, long nowMicros) {
        S state = advance(stored, nowMicros);
        Step step = step(state, 0, cost, nowMicros);
        if (!step.allowed()) {
            return step;
        }
        S charged = charge(state, cost, nowMicros);
        long remaining = remaining(charged, nowMicros);
        long resetMicros = resetMicros(charged, remaining, nowMicros);
        return new Step(charged, Outcome.ALLOWED, remaining, resetMicros, 0, step.delayMicros());
    }

    @Override
    public final Step look(@Nullable State stored, long ahead, long cost, long nowMicros) {
        return step(advance(stored, nowMicros), ahead, cost, nowMicros);
    }

    @Override
    public final long remaining(@Nullable State stored, long nowMicros) {
        return Math.min(numbers.capacity(), left(advance(stored, nowMicros), nowMicros));
    }

    private Step step(S state, long ahead, long cost, long nowMicros) {
        long needed = needed(ahead, cost);
        long left = left(state, nowMicros);
        long remaining = Math.min(numbers.capacity(), left);
        long resetMicros = resetMicros(state, remaining, nowMicros);
        if (needed == NEVER) {
            return new Step(state, Outcome.IMPOSSIBLE, remaining, resetMicros, NEVER, 0);
        }
        if (needed > left) {
            long retryMicros = waitMicros(state, needed, nowMicros);
            return new Step(state, Outcome.DENIED, remaining, resetMicros, retryMicros, 0);
        }
        return new Step(state, Outcome.ALLOWED, remaining, resetMicros, 0, delayMicros(state, ahead, nowMicros));
    }

    private long resetMicros(S state, long remaining, long nowMicros) {
        if (remaining < Math.min(numbers.capacity(), most())) {
            return waitMicros(state, remaining + 1, nowMicros);
        }
        return remaining > 0 ? 0 : NEVER;
    }
}
