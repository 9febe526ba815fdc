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

    /** Permits that this state leaves. */
    abstract long left(S state, long nowMicros);

    /** The wait for a cost from 1 to the capacity; zero where it passes now. */
    abstract long waitMicros(S state, long cost, long nowMicros);

    abstract S charge(S state, long cost, long nowMicros);

    @Override
    public final Step take(@Nullable State stored, long cost, long nowMicros) {
        S state = advance(stored, nowMicros);
        Outcome outcome = outcome(state, cost, nowMicros);
        return step(outcome == Outcome.ALLOWED ? charge(state, cost, nowMicros) : state, outcome, cost, nowMicros);
    }

    @Override
    public final Step look(@Nullable State stored, long cost, long nowMicros) {
        S state = advance(stored, nowMicros);
        return step(state, outcome(state, cost, nowMicros), cost, nowMicros);
    }

    @Override
    public final long remaining(@Nullable State stored, long nowMicros) {
        return left(advance(stored, nowMicros), nowMicros);
    }

    private Outcome outcome(S state, long cost, long nowMicros) {
        if (cost > numbers.capacity()) {
            return Outcome.IMPOSSIBLE;
        }
        return cost <= left(state, nowMicros) ? Outcome.ALLOWED : Outcome.DENIED;
    }

    private Step step(S state, Outcome outcome, long cost, long nowMicros) {
        long remaining = left(state, nowMicros);
        long retryMicros = outcome == Outcome.ALLOWED ? 0 : wait(state, cost, nowMicros);
        return new Step(state, outcome, remaining, resetMicros(state, remaining, nowMicros), retryMicros);
    }

    private long resetMicros(S state, long remaining, long nowMicros) {
        boolean unused = remaining == numbers.capacity() && remaining > 0;
        return unused ? 0 : wait(state, remaining + 1, nowMicros);
    }

    private long wait(S state, long cost, long nowMicros) {
        return cost > numbers.capacity() ? NEVER : waitMicros(state, cost, nowMicros);
    }
}
