package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sliding log: the time of each permit.
 *
 * <p><b>The simplest idea</b> is a counter, and every counter has an edge somewhere: {@link FixedWindow} where its window
 * ends, {@link SlidingWindow} in its guess of how the older use was spread. <b>Its flaw:</b> twice the limit may pass within
 * one window that lies across an edge. Where not even one permit too many may pass, each has to be remembered.
 *
 * <p><b>Our state:</b> the times of all permits that still count, in order. A permit counts for exactly one window:
 *
 * <pre>
 * used    = times after now - window
 * wait(c) = the time of the (used + c - limit)th of them + window - now
 * </pre>
 *
 * <p>Beside them the state has the moment until which it is kept. A store that lets states expire by itself may have written
 * it when the window was shorter; that moment is then too early, and corrected within {@link #TOLERANCE_MILLIS}.
 *
 * <p><b>A timeline,</b> limit 4 per minute:
 *
 * <pre>
 * 0:50  3 calls pass     0:50 0:50 0:50
 * 1:10  passes           0:50 0:50 0:50 1:10
 * 1:20  denied           retry in 30 s
 * 1:50  3 calls pass     1:10 1:50 1:50 1:50
 * 2:00  denied           retry in 10 s
 * </pre>
 *
 * <p><b>Invariant:</b> the log is charged only up to the limit, and a time leaves it no earlier than a window later: any
 * window admits at most the limit. A clock that steps back turns times that it has not reached yet into now.
 *
 * <p><b>Cost:</b> eight bytes for each permit that counts, in Redis about a hundred; a charge copies them. So limits are
 * bounded: {@link #MOST_PERMITS} here, {@code ratelimit.log.max-entries} where policies are read.
 */
final class SlidingLog extends AbstractArithmetic<SlidingLog.Log> {

    static final long MOST_PERMITS = 1_000_000;

    private static final long TOLERANCE_MILLIS = 2;
    private static final Log EMPTY = new Log(new long[0], 0);

    /** When permits were taken. */
    static final class Log implements State {

        private final long[] micros;
        private final long keptUntilMillis;

        private Log(long[] micros, long keptUntilMillis) {
            this.micros = micros;
            this.keptUntilMillis = keptUntilMillis;
        }

        /** The times in order. */
        long[] micros() {
            return micros.clone();
        }

        /** Until when a store keeps it, in milliseconds. */
        long keptUntilMillis() {
            return keptUntilMillis;
        }

        private int size() {
            return micros.length;
        }

        /** How many are before a time. */
        private int before(long timeMicros) {
            int from = 0;
            int to = micros.length;
            while (from < to) {
                int middle = (from + to) >>> 1;
                if (micros[middle] < timeMicros) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            }
            return from;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Log log
                    && keptUntilMillis == log.keptUntilMillis
                    && Arrays.equals(micros, log.micros);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(micros);
        }

        @Override
        public String toString() {
            return "Log[" + Arrays.toString(micros) + ", until " + keptUntilMillis + " ms]";
        }
    }

    SlidingLog(Limit limit) {
        super(Numbers.of(limit, 1, limit.window()));
        if (limit.permits() > MOST_PERMITS) {
            throw new IllegalArgumentException("limit is " + limit.permits()
                    + ", a log remembers each permit, allowed are at most " + MOST_PERMITS);
        }
    }

    @Override
    public Log advance(@Nullable State stored, long nowMicros) {
        if (!(stored instanceof Log log)) {
            return EMPTY;
        }
        int over = log.before(nowMicros - numbers.windowMicros() + 1);
        int reached = log.before(nowMicros + 1);
        if (over == log.size()) {
            return EMPTY;
        }
        if (over == 0 && reached == log.size()) {
            long untilMillis = untilMillis(log);
            return log.keptUntilMillis < untilMillis - TOLERANCE_MILLIS ? new Log(log.micros, untilMillis) : log;
        }
        long[] micros = Arrays.copyOfRange(log.micros, over, log.size());
        Arrays.fill(micros, reached - over, micros.length, nowMicros);
        return kept(micros);
    }

    private Log kept(long[] micros) {
        Log log = new Log(micros, 0);
        return new Log(micros, untilMillis(log));
    }

    /** One millisecond more than until the last time leaves the window. */
    private long untilMillis(Log log) {
        long overMicros = log.micros[log.size() - 1] + numbers.windowMicros();
        return -Math.floorDiv(-overMicros, TimeUnit.MILLISECONDS.toMicros(1)) + 1;
    }

    @Override
    long left(Log log, long nowMicros) {
        return Math.max(0, numbers.permits() - log.size());
    }

    @Override
    long waitMicros(Log log, long cost, long nowMicros) {
        long tooMany = log.size() + cost - numbers.permits();
        return tooMany <= 0 ? 0 : log.micros[(int) tooMany - 1] + numbers.windowMicros() - nowMicros;
    }

    @Override
    Log charge(Log log, long cost, long nowMicros) {
        long[] micros = Arrays.copyOf(log.micros, log.size() + (int) cost);
        Arrays.fill(micros, log.size(), micros.length, nowMicros);
        return kept(micros);
    }

    /** Permits of one time are alike: as many are removed as were charged then. */
    @Override
    public State refund(State stored, long cost, long turnMicros, long nowMicros) {
        if (!(stored instanceof Log log)) {
            return stored;
        }
        int from = log.before(turnMicros);
        int removed = (int) Math.min(cost, log.before(turnMicros + 1) - from);
        if (removed == 0) {
            return stored;
        }
        long[] rest = new long[log.size() - removed];
        System.arraycopy(log.micros, 0, rest, 0, from);
        System.arraycopy(log.micros, from + removed, rest, from, rest.length - from);
        return rest.length == 0 ? EMPTY : new Log(rest, log.keptUntilMillis);
    }

    @Override
    public long timeToLiveMicros(@Nullable State stored, long nowMicros) {
        Log log = advance(stored, nowMicros);
        return log.size() == 0 ? 0 : log.micros[log.size() - 1] + numbers.windowMicros() - nowMicros;
    }
}
