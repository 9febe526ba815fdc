package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The fixed window: one counter for each window of the clock.
 *
 * <p><b>The simplest idea</b> is a counter whose window starts with the first call. <b>Its flaw:</b> each subject has edges
 * of its own, which nobody can foresee, and the counter must remember when it began. Windows aligned to the epoch are the
 * same for all subjects, and "limit per minute" means the minute on the wall. Windows of a calendar are as well, and the
 * only ones that are of different lengths ({@link CalendarEdges}).
 *
 * <p><b>Our state:</b> the count and the end of its window. A store may keep a bare integer and derive the end from its time
 * to live, which is up to {@link #TOLERANCE_MICROS} wrong and stays visible for a moment after its end; therefore:
 *
 * <pre>
 * end at or before this window's start, within the tolerance    the window is over: count 0
 * end about this window's end                                   the count stands
 * anything else (the clock stepped, the window changed)         the count stands, until this window's end
 * </pre>
 *
 * <p><b>A timeline,</b> limit 4 per minute:
 *
 * <pre>
 * 0:50  4 calls pass    count 4, end 1:00
 * 0:55  denied          retry in 5 s
 * 1:00  4 calls pass    count 4, end 2:00: 8 calls within 10 s, the price of one counter
 * </pre>
 *
 * <p><b>Invariant:</b> the count is charged only up to the limit and returns to 0 only at an edge: an aligned window admits at
 * most the limit, and any window, which touches two of them, at most twice the limit.
 *
 * <p><b>Cost:</b> two numbers for each subject; one division for each decision.
 */
final class FixedWindow extends AbstractArithmetic<FixedWindow.Count> {

    private static final long TOLERANCE_MICROS = TimeUnit.MILLISECONDS.toMicros(2);

    /**
     * What was used. Not cut to the limit, so that a raised limit sees all of it.
     *
     * @param permits permits taken
     * @param endMicros when they come back
     */
    record Count(long permits, long endMicros) implements State {}

    private final Edges edges;

    FixedWindow(Limit limit) {
        super(Numbers.of(limit, limit.permits(), limit.window()));
        this.edges = Edges.of(limit);
    }

    @Override
    public List<Long> edgesAround(long nowMicros) {
        return edges instanceof CalendarEdges calendar ? calendar.around(nowMicros) : List.of();
    }

    @Override
    public Count advance(@Nullable State stored, long nowMicros) {
        long endMicros = edges.endMicros(nowMicros);
        if (!(stored instanceof Count count) || count.endMicros <= edges.startMicros(nowMicros) + TOLERANCE_MICROS) {
            return new Count(0, endMicros);
        }
        return count.endMicros == endMicros ? count : new Count(count.permits, endMicros);
    }

    @Override
    long left(Count count, long nowMicros) {
        return Math.max(0, numbers.permits() - count.permits);
    }

    @Override
    long waitMicros(Count count, long cost, long nowMicros) {
        return cost <= left(count, nowMicros) ? 0 : count.endMicros - nowMicros;
    }

    @Override
    Count charge(Count count, long cost, long nowMicros) {
        return new Count(count.permits + cost, count.endMicros);
    }

    @Override
    public State refund(State stored, long cost, long turnMicros, long nowMicros) {
        if (!(stored instanceof Count count)
                || count.permits == 0
                || Math.abs(count.endMicros - edges.endMicros(turnMicros)) > TOLERANCE_MICROS) {
            return stored;
        }
        return new Count(Math.max(0, count.permits - cost), count.endMicros);
    }

    @Override
    public long timeToLiveMicros(@Nullable State stored, long nowMicros) {
        Count count = advance(stored, nowMicros);
        return count.permits == 0 ? 0 : count.endMicros - nowMicros;
    }
}
