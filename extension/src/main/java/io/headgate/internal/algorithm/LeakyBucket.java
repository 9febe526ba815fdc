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
 * Beside the backlog the state has the moment at which it will have run out. Where the numbers that ask now lead to another
 * moment, they are not those that it was written with; the moment is what counts then, since that was promised.
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
 * first, whatever numbers change. A clock that steps back leaves the backlog as it is, and so does limit 0.
 *
 * <p><b>Cost:</b> three numbers for each subject; two multiplications and three divisions for each decision. A denied call
 * changes nothing.
 */
final class LeakyBucket extends AbstractArithmetic<LeakyBucket.Backlog> {

    /**
     * What has not left yet.
     *
     * @param units what was promised
     * @param atMicros when that was, at the beginning of a tick
     * @param emptyAtMicros when all of it will have left, and nobody needs the state any more
     */
    record Backlog(long units, long atMicros, long emptyAtMicros) implements State {}

    private final long maxWaitMicros;
    private final LeakyBucket withoutWaiting;

    LeakyBucket(Limit limit) {
        this(numbers(limit), TimeUnit.MILLISECONDS.toMicros(limit.maxWait().toMillis()));
    }

    private LeakyBucket(Numbers numbers, long maxWaitMicros) {
        super(numbers);
        this.maxWaitMicros = maxWaitMicros;
        this.withoutWaiting = maxWaitMicros == 0 ? this : new LeakyBucket(numbers, 0);
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
        if (numbers.permits() > 0 && !isOurs(backlog)) {
            return taken(backlog, tickMicros);
        }
        return backlog.atMicros <= tickMicros ? backlog : moved(backlog, tickMicros);
    }

    private static Backlog nothing(long tickMicros) {
        return new Backlog(0, tickMicros, tickMicros);
    }

    private Backlog backlog(long units, long atMicros) {
        return new Backlog(units, atMicros, atMicros + numbers.timeForMicros(units));
    }

    /** Whether these numbers lead to the moment that was promised. */
    private boolean isOurs(Backlog backlog) {
        long micros = backlog.emptyAtMicros - backlog.atMicros;
        return numbers.beginOfTickMicros(backlog.atMicros) == backlog.atMicros
                && micros % numbers.tickMicros() == 0
                && micros / numbers.tickMicros() == up(backlog.units, numbers.permits());
    }

    /** What runs out until the moment that other numbers promised, as far as it can be counted together with a cost. */
    private Backlog taken(Backlog backlog, long tickMicros) {
        long backMicros = Math.max(0, backlog.atMicros - tickMicros);
        long ticks = up(backlog.emptyAtMicros - backMicros - tickMicros, numbers.tickMicros());
        long countable = (Numbers.MOST_COUNTED - 1) / numbers.permits() - numbers.ticks();
        return backlog(Math.min(ticks, countable) * numbers.permits(), tickMicros);
    }

    private static Backlog moved(Backlog backlog, long atMicros) {
        return new Backlog(backlog.units, atMicros, atMicros + backlog.emptyAtMicros - backlog.atMicros);
    }

    private static long up(long units, long divisor) {
        return (units + divisor - 1) / divisor;
    }

    private long unitsNow(Backlog backlog, long nowMicros) {
        long ticks = (numbers.beginOfTickMicros(nowMicros) - backlog.atMicros) / numbers.tickMicros();
        return backlog.units - ticks * numbers.permits();
    }

    /** Those who leave within the longest wait, and one that leaves at once. */
    @Override
    long most() {
        return up(maxWaitMicros, numbers.tickMicros()) * numbers.permits() / numbers.ticks() + 1;
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
    public State refund(State stored, long cost, long turnMicros, long nowMicros) {
        if (!(stored instanceof Backlog backlog)
                || numbers.permits() == 0
                || backlog.units < cost * numbers.ticks()
                || !isOurs(backlog)) {
            return stored;
        }
        Backlog before = backlog(backlog.units - cost * numbers.ticks(), backlog.atMicros);
        if (before.emptyAtMicros != numbers.beginOfTickMicros(turnMicros)) {
            return stored;
        }
        return nowMicros < before.emptyAtMicros ? before : nothing(numbers.beginOfTickMicros(nowMicros));
    }

    @Override
    public long timeToLiveMicros(@Nullable State stored, long nowMicros) {
        return Math.max(0, advance(stored, nowMicros).emptyAtMicros - nowMicros);
    }
}
