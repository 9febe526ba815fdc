package io.headgate.internal.algorithm;

import io.headgate.Algorithm;
import io.headgate.Limit;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The algorithms that this version can apply. */
public final class Algorithms {

    /** The greatest limit of a {@link Algorithm#SLIDING_LOG}. */
    public static final long MOST_LOG_ENTRIES = SlidingLog.MOST_PERMITS;

    /** The greatest limit of {@link Algorithm#REDISSON}, which keeps the permits of a call in 32 bits. */
    public static final long MOST_SHARED_PERMITS = Integer.MAX_VALUE;

    private static final Map<Algorithm, Function<Limit, Arithmetic>> BY_ALGORITHM = new EnumMap<>(Map.of(
            Algorithm.SLIDING_WINDOW, SlidingWindow::new,
            Algorithm.FIXED_WINDOW, FixedWindow::new,
            Algorithm.SLIDING_LOG, SlidingLog::new,
            Algorithm.TOKEN_BUCKET, TokenBucket::new,
            Algorithm.LEAKY_BUCKET, LeakyBucket::new));

    private Algorithms() {}

    /** The algorithms that {@link #of} accepts, in the order of their declaration. */
    public static Set<Algorithm> supported() {
        return Collections.unmodifiableSet(BY_ALGORITHM.keySet());
    }

    /** The algorithms that a policy can have: those, and the one that is Redisson's own and needs no arithmetic here. */
    public static Set<Algorithm> offered() {
        Set<Algorithm> offered = EnumSet.copyOf(supported());
        offered.add(Algorithm.REDISSON);
        return Collections.unmodifiableSet(offered);
    }

    /** Whether {@link #of} accepts the algorithm. */
    public static boolean supports(Algorithm algorithm) {
        return BY_ALGORITHM.containsKey(algorithm);
    }

    /**
     * The arithmetic of a limit. Costs enough to be worth keeping.
     *
     * @throws IllegalArgumentException if the limit cannot be applied; the message names what is wrong and what is allowed
     */
    public static Arithmetic of(Limit limit) {
        Function<Limit, Arithmetic> arithmetic = BY_ALGORITHM.get(limit.algorithm());
        if (arithmetic == null) {
            throw new IllegalArgumentException(
                    "algorithm is " + limit.algorithm() + ", this version supports " + supported());
        }
        return arithmetic.apply(limit);
    }
}
