package io.headgate;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All decisions of one request and what follows from them.
 *
 * @param decisions the decisions in the order in which their policies apply
 * @param undecided whether a policy could not be decided because the store failed and its rule is {@link
 *     OnStoreFailure#DENY}
 */
public record Verdict(List<Decision> decisions, boolean undecided) {

    private static final Verdict NONE = new Verdict(List.of(), false);
    private static final Verdict UNDECIDED = new Verdict(List.of(), true);

    private static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Comparator<Decision> LONGEST_WAIT_FIRST =
            Comparator.comparing(decision -> decision.retryAfter().orElse(NEVER), Comparator.reverseOrder());

    /** Copies the list. */
    public Verdict {
        decisions = List.copyOf(decisions);
    }

    /** The verdict of a call to which no policy applied: it passes. */
    public static Verdict none() {
        return NONE;
    }

    /** The verdict of a call that is refused because the store failed. */
    public static Verdict unavailable() {
        return UNDECIDED;
    }

    /** The verdict of these decisions. */
    public static Verdict of(List<Decision> decisions) {
        return decisions.isEmpty() ? NONE : new Verdict(decisions, false);
    }

    /** Whether the call passes. */
    public boolean allowed() {
        return !undecided && decisions.stream().noneMatch(Decision::denies);
    }

    /**
     * The decision that the headers show: the denied one with the longest wait (never before any wait), else the one with
     * least left, else the first. Shadow policies never govern.
     */
    public Optional<Decision> governing() {
        Optional<Decision> denied = decisions.stream().filter(Decision::denies).min(LONGEST_WAIT_FIRST);
        return denied.isPresent()
                ? denied
                : decisions.stream()
                        .filter(decision -> !decision.shadow())
                        .min(Comparator.comparingLong(Decision::remaining));
    }

    /** How long the call waits for its turn: the longest delay of its leaky buckets; zero where it does not pass. */
    public Duration delay() {
        return !allowed()
                ? Duration.ZERO
                : decisions.stream()
                        .filter(decision -> !decision.shadow())
                        .map(Decision::delay)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO);
    }

    /**
     * This verdict with the decisions of a later acquisition in the same request. Of a policy that was asked more than once
     * the latest decision counts, but one that denies is not forgotten for one that does not.
     */
    public Verdict plus(Verdict later) {
        Map<String, Decision> byPolicy = new LinkedHashMap<>();
        Stream.concat(decisions.stream(), later.decisions.stream())
                .forEach(decision -> byPolicy.merge(
                        decision.policy(), decision, (known, next) -> known.denies() && !next.denies() ? known : next));
        return new Verdict(List.copyOf(byPolicy.values()), undecided || later.undecided);
    }
}
