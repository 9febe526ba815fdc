package io.headgate.internal.algorithm;

import io.headgate.Limit;
import org.jspecify.annotations.Nullable;

/**
 * The sliding window of two counters, the default.
 *
 * <p><b>The simplest idea</b> is one counter per window of the clock ({@link FixedWindow}). <b>Its flaw:</b> twice the limit
 * passes around an edge, and then nothing for a whole window. A log of all permits has no edge, and grows with the limit.
 *
 * <p><b>Our state:</b> what was used in this window and in the one before, as if the earlier use had been spread evenly. A
 * window that ends now still covers a part of the one before; that part of its use counts:
 *
 * <pre>
 * used = current + floor(previous * (ticks - ticks since the window began) / ticks)
 * </pre>
 *
 * <p>The rounding down is deliberate. If the fractions counted, a client that always asks would get one permit too few in
 * every window, which at limit 1 is every other window. The price is at most one permit above the exact share.
 *
 * <p><b>A timeline,</b> limit 4 per minute:
 *
 * <pre>
 * 0:50  4 calls pass          current 4
 * 1:00  denied                previous 4 counts 4; a tick later it counts 3
 * 1:15  passes                previous 4 counts 3, current 1
 * 1:16  passes                previous 4 counts 2 (2.93), current 2
 * 1:30  denied                previous 4 counts 2, used 4
 * 2:30  previous 2 counts 1
 * </pre>
 *
 * <p><b>Invariant:</b> {@code current} is charged only up to the limit, so an aligned window admits at most the limit, and
 * any window, which touches two of them, at most twice the limit. A clock that steps back puts all that still counted into
 * the window that it returns to; so does a changed window.
 *
 * <p><b>Cost:</b> four numbers for each subject; one multiplication and one division for each decision.
 */
final class SlidingWindow extends AbstractArithmetic<SlidingWindow.Counts> {

    /**
     * What was used. Not cut to the limit, so that a raised limit sees all of it.
     *
     * @param current permits taken in the window
     * @param previous permits taken in the window before
     * @param index which window since the epoch
     * @param windowMicros its length
     */
    record Counts(long current, long previous, long index, long windowMicros) implements State {

        boolean isOver(long nowMicros) {
            return nowMicros >= endsToCountMicros();
        }

        long endsToCountMicros() {
            return (index + 2) * windowMicros;
        }
    }

    SlidingWindow(Limit limit) {
        super(Numbers.of(limit, limit.permits(), limit.window().multipliedBy(2)));
    }

    @Override
    public Counts advance(@Nullable State stored, long nowMicros) {
        long windowMicros = numbers.windowMicros();
        long index = Math.floorDiv(nowMicros, windowMicros);
        if (!(stored instanceof Counts counts) || counts.isOver(nowMicros)) {
            return new Counts(0, 0, index, windowMicros);
        }
        if (counts.index > index || counts.windowMicros != windowMicros) {
            long used = Math.min(numbers.permits(), counts.current + counts.previous);
            return new Counts(used, 0, index, windowMicros);
        }
        return counts.index == index ? counts : new Counts(0, counts.current, index, windowMicros);
    }

    @Override
    long left(Counts counts, long nowMicros) {
        long ticks = numbers.ticks();
        long stillCovered = ticks - sinceStartMicros(counts, nowMicros) / numbers.tickMicros();
        return Math.max(0, numbers.permits() - current(counts) - previous(counts) * stillCovered / ticks);
    }

    @Override
    long waitMicros(Counts counts, long cost, long nowMicros) {
        long ticks = numbers.ticks();
        long sinceStartMicros = sinceStartMicros(counts, nowMicros);
        long room = numbers.permits() - current(counts) - cost;
        if (room >= 0) {
            long bearable = ticksThatLeave(room, previous(counts));
            if (bearable >= ticks - sinceStartMicros / numbers.tickMicros()) {
                return 0;
            }
            if (bearable >= 1) {
                return (ticks - bearable) * numbers.tickMicros() - sinceStartMicros;
            }
        }
        long nextStartMicros = numbers.windowMicros() - sinceStartMicros;
        long bearable = ticksThatLeave(numbers.permits() - cost, current(counts));
        return nextStartMicros + (ticks - Math.min(bearable, ticks)) * numbers.tickMicros();
    }

    /** For how many ticks a window may still be covered so that at most {@code room} of its use counts. */
    private long ticksThatLeave(long room, long used) {
        return used == 0 ? numbers.ticks() : ((room + 1) * numbers.ticks() - 1) / used;
    }

    @Override
    Counts charge(Counts counts, long cost, long nowMicros) {
        return new Counts(counts.current + cost, counts.previous, counts.index, counts.windowMicros);
    }

    @Override
    public State refund(State stored, long cost, long turnMicros, long nowMicros) {
        if (!(stored instanceof Counts counts) || counts.windowMicros != numbers.windowMicros()) {
            return stored;
        }
        long windowsAgo = counts.index - Math.floorDiv(turnMicros, counts.windowMicros);
        if (windowsAgo == 0 && counts.current > 0) {
            long current = Math.max(0, counts.current - cost);
            return new Counts(current, counts.previous, counts.index, counts.windowMicros);
        }
        if (windowsAgo == 1 && counts.previous > 0) {
            long previous = Math.max(0, counts.previous - cost);
            return new Counts(counts.current, previous, counts.index, counts.windowMicros);
        }
        return stored;
    }

    @Override
    public long timeToLiveMicros(@Nullable State stored, long nowMicros) {
        Counts counts = advance(stored, nowMicros);
        boolean unused = counts.current == 0 && counts.previous == 0;
        return unused ? 0 : counts.endsToCountMicros() - nowMicros;
    }

    private long sinceStartMicros(Counts counts, long nowMicros) {
        return nowMicros - counts.index * numbers.windowMicros();
    }

    private long current(Counts counts) {
        return Math.min(counts.current, numbers.permits());
    }

    private long previous(Counts counts) {
        return Math.min(counts.previous, numbers.permits());
    }
}
