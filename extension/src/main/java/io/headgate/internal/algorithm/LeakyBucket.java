package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The leaky bucket: calls leave one after the other, evenly spaced, and wait for that.
 *
 * <p><b>The simplest idea</b> is a queue, and somebody who lets the next one out every now and then. <b>Its flaw:</b> there
 * is a queue in each process, and whoever lets out has to be alive; who joins it does not know for how long.
 *
 * <p><b>Our state:</b> how much has been promised and has not left yet, the backlog, and when that was. It runs out evenly:
 * a permit is as many units as a window has ticks, and {@code limit} units run out with each tick, so nothing is rounded. A
 * call that is admitted leaves when what is ahead of it has run out, and knows that at once:
 *
 * <pre>
 * backlog now = backlog then - limit * ticks since then, at least 0
 * delay       = ticks in which the backlog now runs out
 * admitted    = delay <= the longest wait; then the backlog grows by the cost
 * </pre>
 *
 * <p>The cost of a call does not change its own delay but that of those behind it. What is left is counted in calls of cost 1.
 * Beside the backlog the state has the units of a permit and the moment at which it will have run out, as {@link TokenBucket}
 * has.
 *
 * <p><b>A timeline,</b> limit 4 per minute, longest wait 30 s:
 *
 * <pre>
 * 0:00  3 calls pass     they leave at 0:00, 0:15 and 0:30
 * 0:00  denied           its turn would be at 0:45; retry in 15 s
 * 0:15  passes           leaves at 0:45
 * 1:00  passes           leaves at once
 * 1:10  passes           leaves at 1:15
 * </pre>
 *
 * <p><b>Invariant:</b> two calls that follow each other leave as far apart as the first one costs, so at most {@code limit}
 * calls leave in any window that is open at one end; with costs above 1, permits for less than the limit and the last call's
 * cost. Where ticks are longer than a microsecond, that holds for windows made of whole ticks. Whoever asks first leaves
 * first. A clock that steps back leaves the backlog as it is. When the limit or the window changes, whole permits stay in
 * the backlog, a begun one counts as whole, and at most what the new numbers can have promised; at limit 0 it waits as it is.
 *
 * <p><b>Cost:</b> four numbers for each subject; two multiplications and three divisions for each decision. A denied call
 * changes nothing.
 */
final class LeakyBucket extends AbstractArithmetic<LeakyBucket.Backlog> {

    /**
     * What has not left yet.
     *
     * @param ticks units of a permit
     * @param units what was promised
     * @param atMicros when that was, at the beginning of a tick
     * @param emptyAtMicros when nobody needs the state any more
     */
    record Backlog(long ticks, long units, long atMicros, long emptyAtMicros) implements State {}

    private final long maxWaitMicros;
    private final long mostUnits;
    private final LeakyBucket withoutWaiting;

    LeakyBucket(Limit limit) {
        this(numbers(limit), micros(limit), micros(limit));
    }

    private LeakyBucket(Numbers numbers, long longestMicros, long maxWaitMicros) {
        super(numbers);
        this.maxWaitMicros = maxWaitMicros;
        this.mostUnits = (ticksUp(longestMicros) + numbers.ticks()) * numbers.permits();
        this.withoutWaiting = maxWaitMicros == 0 ? this : new LeakyBucket(numbers, longestMicros, 0);
    }

    /** A backlog is at most what runs out while the last call waits, and its cost, which is at most the limit. */
    private static Numbers numbers(Limit limit) {
        long windowMillis = limit.window().toMillis();
        long windows = (limit.maxWait().toMillis() + windowMillis - 1) / windowMillis + 3;
        if (windows > Numbers.MOST_COUNTED / Math.max(1, limit.permits())) {
            throw new IllegalArgumentException("maxWait is " + limit.maxWait() + ", with " + limit.permits()
                    + " permits per " + limit.window() + " too many could wait to be counted, allowed are about "
                    + Numbers.MOST_COUNTED + " permits");
        }
        return Numbers.of(limit, limit.permits() * windows, limit.window().plus(limit.maxWait()));
    }

    private static long micros(Limit limit) {
        return TimeUnit.MILLISECONDS.toMicros(limit.maxWait().toMillis());
    }

    @Override
    public Arithmetic withoutWaiting() {
        return withoutWaiting;
    }

    @Override
    public Backlog advance(@Nullable State stored, long nowMicros) {
        long tickMicros = numbers.beginOfTickMicros(nowMicros);
        if (!(stored instanceof Backlog backlog) || nowMicros >= backlog.emptyAtMicros) {
            return nothing(tickMicros);
        }
        if (numbers.permits() == 0) {
            return backlog.atMicros <= tickMicros ? backlog : moved(backlog, tickMicros);
        }
        long roundedUp = numbers.beginOfTickMicros(backlog.atMicros + numbers.tickMicros() - 1);
        Backlog ordered = backlog(units(backlog), Math.min(tickMicros, roundedUp));
        if (nowMicros >= ordered.emptyAtMicros) {
            return nothing(tickMicros);
        }
        return ordered.equals(backlog) ? backlog : ordered;
    }

    private Backlog nothing(long tickMicros) {
        return new Backlog(numbers.ticks(), 0, tickMicros, tickMicros);
    }

    private Backlog backlog(long units, long atMicros) {
        return new Backlog(numbers.ticks(), units, atMicros, atMicros + numbers.timeForMicros(units));
    }

    private static Backlog moved(Backlog backlog, long atMicros) {
        long emptyAtMicros = atMicros + backlog.emptyAtMicros - backlog.atMicros;
        return new Backlog(backlog.ticks, backlog.units, atMicros, emptyAtMicros);
    }

    /** What is promised by these numbers: a permit of another number of units counts as whole, though some of it ran out. */
    private long units(Backlog backlog) {
        if (backlog.ticks == numbers.ticks()) {
            return Math.min(backlog.units, mostUnits);
        }
        long permits = Math.min(up(backlog.units, backlog.ticks), up(mostUnits, numbers.ticks()));
        return Math.min(permits * numbers.ticks(), mostUnits);
    }

    private static long up(long units, long divisor) {
        return (units + divisor - 1) / divisor;
    }

    private long unitsNow(Backlog backlog, long nowMicros) {
        long ticks = (numbers.beginOfTickMicros(nowMicros) - backlog.atMicros) / numbers.tickMicros();
        return backlog.units - ticks * numbers.permits();
    }

    private long ticksUp(long micros) {
        return up(micros, numbers.tickMicros());
    }

    /** Those who leave within the longest wait, and one that leaves at once. */
    @Override
    long most() {
        return ticksUp(maxWaitMicros) * numbers.permits() / numbers.ticks() + 1;
    }

    /** Only the calls ahead decide: where one permit is left, any cost passes. */
    @Override
    long needed(long ahead, long cost) {
        return cost > numbers.capacity() || ahead >= most() ? NEVER : ahead + 1;
    }

    @Override
    long left(Backlog backlog, long nowMicros) {
        long bearable = maxWaitMicros + nowMicros - numbers.beginOfTickMicros(nowMicros);
        long room = bearable / numbers.tickMicros() * numbers.permits() - unitsNow(backlog, nowMicros);
        return room < 0 || numbers.permits() == 0 ? 0 : room / numbers.ticks() + 1;
    }

    /** A permit is left as soon as the call that would take it leaves within the longest wait. */
    @Override
    long waitMicros(Backlog backlog, long permits, long nowMicros) {
        return Math.max(0, turnMicros(backlog, permits - 1) - maxWaitMicros - nowMicros);
    }

    @Override
    long delayMicros(Backlog backlog, long ahead, long nowMicros) {
        return Math.max(0, turnMicros(backlog, ahead) - nowMicros);
    }

    /** When everything has run out that is ahead of a call. */
    private long turnMicros(Backlog backlog, long ahead) {
        return backlog.atMicros + numbers.timeForMicros(backlog.units + ahead * numbers.ticks());
    }

    @Override
    Backlog charge(Backlog backlog, long cost, long nowMicros) {
        long units = unitsNow(backlog, nowMicros) + cost * numbers.ticks();
        return backlog(units, numbers.beginOfTickMicros(nowMicros));
    }

    /** Who is last can be told by the turn. Nobody behind could move up, so in the middle of others a turn is lost. */
    @Override
    public State refund(State stored, long cost, long turnMicros) {
        if (!(stored instanceof Backlog backlog)
                || numbers.permits() == 0
                || backlog.ticks != numbers.ticks()
                || backlog.units < cost * numbers.ticks()) {
            return stored;
        }
        long before = backlog.units - cost * numbers.ticks();
        long ticksToTurn = (numbers.beginOfTickMicros(turnMicros) - backlog.atMicros) / numbers.tickMicros();
        return ticksToTurn == up(before, numbers.permits())
                ? new Backlog(backlog.ticks, before, backlog.atMicros, backlog.emptyAtMicros)
                : stored;
    }

    @Override
    public long timeToLiveMicros(@Nullable State stored, long nowMicros) {
        return Math.max(0, advance(stored, nowMicros).emptyAtMicros - nowMicros);
    }
}
