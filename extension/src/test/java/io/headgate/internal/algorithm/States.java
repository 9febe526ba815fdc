package io.headgate.internal.algorithm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** States as Redis is to keep them. */
public final class States {

    private States() {}

    /** The value of the key, each byte a character; of a log the scores of its members. */
    public static String value(State state) {
        if (state instanceof FixedWindow.Count count) {
            return String.valueOf(count.permits());
        }
        if (state instanceof SlidingLog.Log log) {
            return LongStream.of(log.micros()).mapToObj(String::valueOf).collect(Collectors.joining(","));
        }
        if (state instanceof TokenBucket.Bucket bucket) {
            ByteBuffer bytes = ByteBuffer.allocate(35);
            put(bytes, 7, bucket.ticks());
            put(bytes, 7, bucket.full());
            put(bytes, 7, bucket.units());
            put(bytes, 7, bucket.atMicros());
            put(bytes, 7, bucket.fullAtMicros());
            return new String(bytes.array(), StandardCharsets.ISO_8859_1);
        }
        if (state instanceof LeakyBucket.Backlog backlog) {
            ByteBuffer bytes = ByteBuffer.allocate(21);
            put(bytes, 7, backlog.units());
            put(bytes, 7, backlog.atMicros());
            put(bytes, 7, backlog.emptyAtMicros());
            return new String(bytes.array(), StandardCharsets.ISO_8859_1);
        }
        SlidingWindow.Counts counts = (SlidingWindow.Counts) state;
        ByteBuffer bytes = ByteBuffer.allocate(23);
        put(bytes, 5, counts.current());
        put(bytes, 5, counts.previous());
        put(bytes, 6, counts.index());
        put(bytes, 7, counts.windowMicros());
        return new String(bytes.array(), StandardCharsets.ISO_8859_1);
    }

    /** When the key expires, in milliseconds since the epoch. */
    public static long expiryMillis(State state) {
        if (state instanceof FixedWindow.Count count) {
            return count.endMicros() / 1000;
        }
        if (state instanceof SlidingLog.Log log) {
            return log.keptUntilMillis();
        }
        if (state instanceof TokenBucket.Bucket bucket) {
            return -Math.floorDiv(-bucket.fullAtMicros(), 1000L) + 1;
        }
        if (state instanceof LeakyBucket.Backlog backlog) {
            return -Math.floorDiv(-backlog.emptyAtMicros(), 1000L) + 1;
        }
        return ((SlidingWindow.Counts) state).endsToCountMicros() / 1000 + 1;
    }

    /** Whether the state equals no state: nothing is counted in it. */
    public static boolean isUnused(State state) {
        if (state instanceof FixedWindow.Count count) {
            return count.permits() == 0;
        }
        if (state instanceof SlidingLog.Log log) {
            return log.micros().length == 0;
        }
        if (state instanceof TokenBucket.Bucket bucket) {
            return bucket.isFull();
        }
        if (state instanceof LeakyBucket.Backlog backlog) {
            return backlog.units() == 0;
        }
        return state instanceof SlidingWindow.Counts counts && counts.current() == 0 && counts.previous() == 0;
    }

    /** The state, unless its key has expired. */
    public static @Nullable State alive(@Nullable State state, long nowMicros) {
        return state == null || Math.floorDiv(nowMicros, 1000L) > expiryMillis(state) ? null : state;
    }

    private static void put(ByteBuffer bytes, int size, long number) {
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
            bytes.put((byte) (number >> shift));
        }
    }
}
