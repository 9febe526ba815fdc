package io.headgate.internal.policy;

import io.headgate.Algorithm;
import io.headgate.Count;
import io.headgate.OnStoreFailure;
import io.headgate.RateLimit;
import io.headgate.internal.key.KeyExpression;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One value of a policy: how it is called, what it is without anybody saying so, and how it is read.
 *
 * @param member its name in the annotation and in properties of level 1; empty where the annotation has no such member
 * @param property its name in {@code ratelimit.policy.<name>.<property>}
 * @param builtIn the text of its built-in default; empty where it has none
 * @param parser reads its text
 * @param annotated its text in an annotation; empty where it is not set
 */
record Param<T>(
        String member,
        String property,
        String builtIn,
        BiFunction<Values, String, T> parser,
        Function<RateLimit, String> annotated) {

    static final Param<KeyExpression> KEY = new Param<>("key", "key", "user | ip", Values::key, RateLimit::key);
    static final Param<Optional<Long>> LIMIT =
            new Param<>("limit", "limit", "100", Values::limit, limit -> number(limit.limit()));
    static final Param<Window> WINDOW = new Param<>("window", "window", "1m", Values::window, RateLimit::window);
    static final Param<Algorithm> ALGORITHM = new Param<>(
            "algorithm", "algorithm", "sliding-window", Values::algorithm, limit -> constants(limit.algorithm()));
    static final Param<Long> BURST = new Param<>("burst", "burst", "", Values::permits, limit -> number(limit.burst()));
    static final Param<Long> COST = new Param<>("cost", "cost", "1", Values::permits, limit -> number(limit.cost()));
    static final Param<Duration> MAX_WAIT = new Param<>("maxWait", "max-wait", "", Values::maxWait, RateLimit::maxWait);
    static final Param<Count> COUNT =
            new Param<>("count", "count", "all", Values::count, limit -> constants(limit.count()));
    static final Param<OnStoreFailure> ON_STORE_FAILURE = new Param<>(
            "onStoreFailure",
            "on-store-failure",
            "local",
            Values::onStoreFailure,
            limit -> constants(limit.onStoreFailure()));
    static final Param<Boolean> ENABLED = new Param<>("", "enabled", "true", Values::flag, limit -> "");
    static final Param<Boolean> SHADOW = new Param<>("", "shadow", "false", Values::flag, limit -> "");
    static final Param<KeyExpression> UNLESS = new Param<>("", "unless", "", Values::key, limit -> "");

    /** What two policies of one name must agree in. */
    static final List<Param<?>> SHARED = List.of(KEY, LIMIT, WINDOW, ALGORITHM, BURST, MAX_WAIT, ON_STORE_FAILURE);

    /** What each use of a policy may have of its own. */
    static final List<Param<?>> PER_USE = List.of(COST, COUNT);

    static final List<Param<?>> ALL = List.of(
            LIMIT, WINDOW, KEY, ALGORITHM, BURST, COST, MAX_WAIT, COUNT, ON_STORE_FAILURE, ENABLED, SHADOW, UNLESS);

    /** There is one of each. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** Params that this version refuses wherever they are set. */
    static final List<String> UNSUPPORTED = List.of("enforce", "paths", "methods", "lease");

    /** The start of the params of a tier, which this version refuses. */
    static final String TIER = "tier.";

    private static String number(long number) {
        return number == RateLimit.UNSET ? "" : Long.toString(number);
    }

    private static String constants(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).collect(Collectors.joining(", "));
    }
}
