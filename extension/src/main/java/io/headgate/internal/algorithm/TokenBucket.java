package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.math.BigInteger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The token bucket: permits flow in evenly, and what is not used is saved up to the burst.
 *
 * <p><b>The simplest idea</b> is a count of tokens, and a timer that puts one into every bucket now and then. <b>Its
 * flaw:</b> it works for subjects that nobody asks for, and a rate that is no whole number of tokens per turn drifts.
 *
 * <p><b>Our state:</b> how full the bucket was, and when. What has flowed in since is computed when somebody asks. A permit
 * is as many units as a window has ticks; then exactly {@code limit} units flow in with each tick, and nothing is rounded:
 *
 * <pre>
 * units now = units then + limit * ticks since then, at most burst * ticks in a window
 * remaining = floor(units now / ticks in a window)
 * </pre>
 *
 * <p>Beside it the state has what follows from the numbers that it was written with: the units of a permit, what a full
 * bucket has, and when it will be full. A change of the numbers shows in them; a refund, which may be older than a change,
 * knows from them what full is.
 *
 * <p><b>A timeline,</b> limit 4 per minute, burst 6:
 *
 * <pre>
 * 0:00  6 calls pass     the bucket is empty
 * 0:10  denied           2/3 of a permit; retry in 5 s
 * 0:15  passes           1 permit, and none is left
 * 0:45  passes           2 permits, 1 is left
 * 2:00  passes           6 permits, 5 are left: full since 2:00
 * </pre>
 *
 * <p><b>Invariant:</b> the bucket never has more than the burst and gains only with time, so what is admitted within a time
 * is at most the burst and what flows in during it. A clock that steps back leaves the level as it is. When the limit or the
 * window changes, whole permits stay in the bucket, at most the new burst; at limit 0 it waits as it is.
 *
 * <p><b>Cost:</b> five numbers for each subject; one multiplication and two divisions for each decision. A denied call
 * changes nothing.
 */
final class TokenBucket extends AbstractArithmetic<TokenBucket.Bucket> {

    /**
     * What is in the bucket.
     *
     * @param ticks units of a permit
     * @param full units of a full bucket
     * @param units what was in it
     * @param atMicros when that was, at the beginning of a tick
     * @param fullAtMicros when nobody needs the state any more
     */
    record Bucket(long ticks, long full, long units, long atMicros, long fullAtMicros) implements State {

        boolean isFull() {
            return units >= full;
        }
    }

    private final long full;
    private final long fillMicros;

    TokenBucket(Limit limit) {
        super(Numbers.of(limit, Math.max(limit.permits(), limit.burst()), timeToFill(limit)));
        this.full = numbers.capacity() * numbers.ticks();
        this.fillMicros = numbers.permits() == 0 ? 0 : numbers.timeForMicros(full);
    }

    private static Duration timeToFill(Limit limit) {
        BigInteger millis = BigInteger.valueOf(limit.window().toMillis())
                .multiply(BigInteger.valueOf(limit.capacity()))
                .divide(BigInteger.valueOf(Math.max(1, limit.permits())));
        return Duration.ofMillis(millis.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact());
    }

    @Override
    public Bucket advance(@Nullable State stored, long nowMicros) {
        long tickMicros = numbers.beginOfTickMicros(nowMicros);
        if (!(stored instanceof Bucket bucket) || nowMicros >= bucket.fullAtMicros) {
            return fullBucket(tickMicros);
        }
        if (numbers.permits() == 0) {
            return bucket.atMicros <= tickMicros ? bucket : moved(bucket, tickMicros);
        }
        long units = units(bucket);
        long atMicros = Math.min(tickMicros, numbers.beginOfTickMicros(bucket.atMicros + numbers.tickMicros() - 1));
        Bucket ordered = bucket(units, atMicros);
        if (nowMicros >= ordered.fullAtMicros) {
            return fullBucket(tickMicros);
        }
        return ordered.equals(bucket) ? bucket : ordered;
    }

    private Bucket fullBucket(long tickMicros) {
        return new Bucket(numbers.ticks(), full, full, tickMicros, tickMicros);
    }

    private Bucket bucket(long units, long atMicros) {
        return new Bucket(numbers.ticks(), full, units, atMicros, atMicros + numbers.timeForMicros(full - units));
    }

    private static Bucket moved(Bucket bucket, long atMicros) {
        long fullAtMicros = atMicros + bucket.fullAtMicros - bucket.atMicros;
        return new Bucket(bucket.ticks, bucket.full, bucket.units, atMicros, fullAtMicros);
    }

    /** What is in a bucket by these numbers: of other numbers' units only whole permits count. */
    private long units(Bucket bucket) {
        if (bucket.ticks == numbers.ticks()) {
            return Math.min(bucket.units, full);
        }
        return Math.min(bucket.units / bucket.ticks, numbers.capacity()) * numbers.ticks();
    }

    private long unitsNow(Bucket bucket, long nowMicros) {
        long ticks = (numbers.beginOfTickMicros(nowMicros) - bucket.atMicros) / numbers.tickMicros();
        return bucket.units + ticks * numbers.permits();
    }

    @Override
    long left(Bucket bucket, long nowMicros) {
        return numbers.permits() == 0 ? 0 : unitsNow(bucket, nowMicros) / numbers.ticks();
    }

    @Override
    long waitMicros(Bucket bucket, long cost, long nowMicros) {
        long missing = cost * numbers.ticks() - bucket.units;
        return Math.max(0, bucket.atMicros + numbers.timeForMicros(missing) - nowMicros);
    }

    @Override
    Bucket charge(Bucket bucket, long cost, long nowMicros) {
        return bucket(unitsNow(bucket, nowMicros) - cost * numbers.ticks(), numbers.beginOfTickMicros(nowMicros));
    }

    /** What was charged before an empty bucket could have filled up has flowed back. */
    @Override
    public State refund(State stored, long cost, long turnMicros, long nowMicros) {
        if (!(stored instanceof Bucket bucket)
                || bucket.ticks != numbers.ticks()
                || bucket.isFull()
                || bucket.atMicros - turnMicros >= fillMicros) {
            return stored;
        }
        long units = Math.min(bucket.full, bucket.units + cost * bucket.ticks);
        return new Bucket(bucket.ticks, bucket.full, units, bucket.atMicros, bucket.fullAtMicros);
    }

    @Override
    public long timeToLiveMicros(@Nullable State stored, long nowMicros) {
        return Math.max(0, advance(stored, nowMicros).fullAtMicros - nowMicros);
    }
}
