package io.headgate.internal.policy;

import io.headgate.Algorithm;
import io.headgate.Count;
import io.headgate.Limit;
import io.headgate.OnStoreFailure;
import io.headgate.internal.key.KeyExpression;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A policy whose values are read.
 *
 * @param plan who declares it
 * @param key who is counted
 * @param unless where it does not apply
 * @param permits permits per window; empty for unlimited
 * @param window the window
 * @param algorithm how permits come back
 * @param burst what a token bucket saves up, where the policy is one and somebody set it
 * @param maxWait how long a leaky bucket lets wait, where the policy is one and somebody set it
 * @param limit all numbers; empty for unlimited, or where they are wrong together
 * @param shadow whether it only reports
 * @param onStoreFailure what happens while the store fails
 * @param enabled whether it is on, unless a use says otherwise
 * @param configured how it applies to every request or where code asks for it
 * @param uses how it applies to each method, in the order of the plan
 */
record ReadPolicy(
        PolicyPlan plan,
        Chosen<KeyExpression> key,
        Optional<Chosen<KeyExpression>> unless,
        Chosen<Optional<Long>> permits,
        Chosen<Window> window,
        Chosen<Algorithm> algorithm,
        Optional<Chosen<Long>> burst,
        Optional<Chosen<Duration>> maxWait,
        Optional<Limit> limit,
        Chosen<Boolean> shadow,
        Chosen<OnStoreFailure> onStoreFailure,
        Chosen<Boolean> enabled,
        ReadUse configured,
        List<ReadUse> uses) {

    /**
     * What one use has of its own.
     *
     * @param cost permits that one call takes
     * @param count which calls use permits up
     * @param enabled whether this use is on
     */
    record ReadUse(Chosen<Long> cost, Chosen<Count> count, boolean enabled) {}

    String name() {
        return plan.name();
    }

    /** Whether the policy is on anywhere. */
    boolean on() {
        boolean listed = plan.configured() || plan.manual();
        return (listed && enabled.value()) || uses.stream().anyMatch(ReadUse::enabled);
    }

    /** Whether code alone asks it, and names the subject. */
    boolean onlyForCode() {
        return plan.manual() && plan.uses().isEmpty();
    }

    /** Whether each value that somebody set in another is still the same here. */
    boolean keeps(ReadPolicy that) {
        return keeps(that.key, key)
                && keeps(that.permits, permits)
                && keeps(that.window, window)
                && keeps(that.algorithm, algorithm)
                && keeps(that.shadow, shadow)
                && keeps(that.onStoreFailure, onStoreFailure)
                && keeps(that.unless, unless)
                && keeps(that.burst, burst)
                && keeps(that.maxWait, maxWait);
    }

    private static <T> boolean keeps(Optional<Chosen<T>> before, Optional<Chosen<T>> now) {
        return before.map(set -> now.filter(other -> keeps(set, other)).isPresent())
                .orElse(true);
    }

    private static <T> boolean keeps(Chosen<T> before, Chosen<T> now) {
        return !before.given().isSet() || before.value().equals(now.value());
    }

    /** The policy as code finds it by its name. */
    Policy policy() {
        return policy(plan.uses().isEmpty() ? Policy.Origin.CONFIGURED : Policy.Origin.ANNOTATED, on());
    }

    /** How it applies where code asks for it. */
    PolicyUse forCode() {
        return new PolicyUse(
                policy(), configured.cost().value(), configured.count().value());
    }

    private Policy policy(Policy.Origin origin, boolean on) {
        return new Policy(
                name(),
                origin,
                key.value(),
                unless.map(Chosen::value),
                on ? limit : Optional.empty(),
                shadow.value(),
                onStoreFailure.value());
    }

    /** How it applies to every request. */
    PolicyUse forEveryRequest() {
        return use(configured, Policy.Origin.CONFIGURED);
    }

    /** How it applies to each method of the plan, in order. */
    Map<AnnotatedUse, PolicyUse> forMethods() {
        Map<AnnotatedUse, PolicyUse> all = new LinkedHashMap<>();
        for (int i = 0; i < uses.size(); i++) {
            all.put(plan.uses().get(i), use(uses.get(i), Policy.Origin.ANNOTATED));
        }
        return all;
    }

    private PolicyUse use(ReadUse use, Policy.Origin origin) {
        return new PolicyUse(
                policy(origin, use.enabled()), use.cost().value(), use.count().value());
    }
}
