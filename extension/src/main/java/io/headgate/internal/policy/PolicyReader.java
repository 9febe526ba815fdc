package io.headgate.internal.policy;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.policy.ReadPolicy.ReadUse;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads the values of a policy. Each value that is given anywhere is checked, also where a stronger one hides it. What is
 * wrong is reported, and passed over.
 */
final class PolicyReader {

    /** What says nothing where code names the subject. */
    static final List<Param<?>> ONLY_FOR_REQUESTS = List.of(Param.KEY, Param.UNLESS, Param.COUNT);

    private final Lookup lookup;
    private final Values values;
    private final AnnotationProperties properties;
    private final Levels levels;
    private final long logMaxEntries;
    private final ZoneId zone;

    /**
     * A reader.
     *
     * @param lookup finds what is given
     * @param values reads it
     * @param settings what holds for all policies
     */
    PolicyReader(Lookup lookup, Values values, Settings settings) {
        this.lookup = lookup;
        this.values = values;
        this.logMaxEntries = settings.logMaxEntries();
        this.zone = settings.zone();
        this.properties = new AnnotationProperties(lookup);
        this.levels = new Levels(lookup, properties);
    }

    /** Checks the values that hold for all policies, whether or not there is one. */
    void checkDefaults() {
        for (Param<?> param : Param.ALL) {
            levels.override(param).ifPresent(given -> parse(given, param));
            levels.byDefault(param).ifPresent(given -> parse(given, param));
        }
        for (String param : Param.UNSUPPORTED) {
            refuse(KnownProperties.OVERRIDE + param);
            refuse(KnownProperties.DEFAULT + param);
        }
    }

    ReadPolicy read(PolicyPlan plan) {
        if (plan.named()) {
            Param.UNSUPPORTED.forEach(param -> refuse(KnownProperties.POLICY + plan.name() + "." + param));
        }
        Chosen<Optional<Long>> permits = choose(plan, Param.LIMIT);
        Chosen<Window> window = choose(plan, Param.WINDOW);
        Chosen<Algorithm> algorithm = choose(plan, Param.ALGORITHM);
        Optional<Chosen<Long>> burst = ofBucket(plan, Param.BURST, Algorithm.TOKEN_BUCKET, algorithm.value());
        Optional<Chosen<Duration>> maxWait = ofBucket(plan, Param.MAX_WAIT, Algorithm.LEAKY_BUCKET, algorithm.value());
        Chosen<Boolean> enabled = choose(plan, Param.ENABLED);
        Optional<Limit> limit = limit(permits, window, algorithm.value(), burst, maxWait);
        ReadUse configured = use(plan, List.of(), enabled.value());
        List<ReadUse> uses =
                plan.uses().stream().map(use -> use(plan, use, enabled.value())).toList();
        ReadPolicy policy = new ReadPolicy(
                plan,
                choose(plan, Param.KEY),
                find(plan, plan.declarations(), Param.UNLESS),
                permits,
                window,
                algorithm,
                burst,
                maxWait,
                limit,
                choose(plan, Param.SHADOW),
                choose(plan, Param.ON_STORE_FAILURE),
                enabled,
                configured,
                uses);
        checkCosts(policy);
        if (policy.onlyForCode()) {
            ONLY_FOR_REQUESTS.forEach(param -> lookup.find(
                            KnownProperties.POLICY + plan.name() + "." + param.property())
                    .ifPresent(given -> lookup.findings().mistake(Mistake.onlyForRequests(given, plan.name()))));
        }
        return policy;
    }

    private void refuse(String name) {
        lookup.find(name).ifPresent(given -> lookup.findings().mistake(Mistake.unsupportedProperty(given)));
    }

    private ReadUse use(PolicyPlan plan, AnnotatedUse use, boolean otherwise) {
        boolean enabled = properties
                .findEnabled(use.declaration(), use.method().method())
                .flatMap(given -> parse(given, Param.ENABLED))
                .map(Chosen::value)
                .orElse(otherwise);
        return use(plan, List.of(use.declaration()), enabled);
    }

    private ReadUse use(PolicyPlan plan, List<Declaration> declarations, boolean enabled) {
        return new ReadUse(
                required(find(plan, declarations, Param.COST)),
                required(find(plan, declarations, Param.COUNT)),
                enabled);
    }

    private <T> Chosen<T> choose(PolicyPlan plan, Param<T> param) {
        return required(find(plan, plan.declarations(), param));
    }

    private static <T> Chosen<T> required(Optional<Chosen<T>> chosen) {
        return chosen.orElseThrow(() -> new IllegalStateException("a value without a built-in default"));
    }

    /** The strongest of what is given, else the built-in default; empty where there is none. */
    private <T> Optional<Chosen<T>> find(PolicyPlan plan, List<Declaration> declarations, Param<T> param) {
        List<Chosen<T>> chosen = new ArrayList<>();
        for (Given given : levels.of(plan, declarations, param)) {
            parse(given, param).ifPresent(chosen::add);
        }
        agree(plan, chosen);
        return chosen.stream().findFirst().or(() -> builtIn(param));
    }

    private <T> Optional<Chosen<T>> builtIn(Param<T> param) {
        return param.builtIn().isEmpty()
                ? Optional.empty()
                : parse(new Given(param.property(), param.builtIn(), Given.BUILT_IN), param);
    }

    private <T> Optional<Chosen<T>> parse(Given given, Param<T> param) {
        try {
            return Optional.of(new Chosen<>(param.parser().apply(values, given.text()), given));
        } catch (IllegalArgumentException e) {
            lookup.findings().mistake(Mistake.wrongValue(given, e));
            return Optional.empty();
        }
    }

    private <T> void agree(PolicyPlan plan, List<Chosen<T>> chosen) {
        List<Chosen<T>> written = chosen.stream()
                .filter(one -> one.given().source().equals(Given.ANNOTATION))
                .toList();
        for (Chosen<T> other : written) {
            if (!Objects.equals(written.get(0).value(), other.value())) {
                lookup.findings()
                        .mistake(
                                Mistake.disagreement(plan.name(), written.get(0).given(), other.given()));
            }
        }
    }

    /** A value that only one algorithm has. What holds for all policies is no mistake in one with another algorithm. */
    private <T> Optional<Chosen<T>> ofBucket(
            PolicyPlan plan, Param<T> param, Algorithm belongsTo, Algorithm algorithm) {
        if (algorithm == belongsTo) {
            return find(plan, plan.declarations(), param);
        }
        for (Given given : levels.of(plan, plan.declarations(), param)) {
            parse(given, param);
            if (!given.place().startsWith(KnownProperties.OVERRIDE)
                    && !given.place().startsWith(KnownProperties.DEFAULT)) {
                lookup.findings()
                        .mistake(Mistake.otherAlgorithm(given, Values.kebab(belongsTo), Values.kebab(algorithm)));
            }
        }
        return Optional.empty();
    }

    /**
     * The numbers together. Each alone is in its range; what remains is a window too short for the algorithm or of a calendar
     * that it does not know, a log too long, and a bucket that fills too slowly.
     */
    private Optional<Limit> limit(
            Chosen<Optional<Long>> permits,
            Chosen<Window> window,
            Algorithm algorithm,
            Optional<Chosen<Long>> burst,
            Optional<Chosen<Duration>> maxWait) {
        if (!window.value().fits(algorithm)) {
            lookup.findings()
                    .mistake(Mistake.noCalendar(window.given(), window.value().misfit(algorithm)));
            return Optional.empty();
        }
        try {
            long most = permits.value().orElse(Limit.MAX_PERMITS);
            Limit limit = window.value()
                    .calendar(algorithm, zone)
                    .map(calendar -> Limit.of(most, calendar))
                    .orElseGet(() -> Limit.of(
                            most,
                            window.value().length(),
                            algorithm,
                            burst.map(Chosen::value),
                            maxWait.map(Chosen::value)));
            if (permits.value().isEmpty()) {
                return Optional.empty();
            }
            if (algorithm == Algorithm.SLIDING_LOG && limit.permits() > logMaxEntries) {
                lookup.findings().mistake(Mistake.logTooLong(permits.given(), logMaxEntries));
                return Optional.empty();
            }
            if (algorithm == Algorithm.REDISSON && limit.permits() > Algorithms.MOST_SHARED_PERMITS) {
                lookup.findings().mistake(Mistake.tooManyToShare(permits.given(), Algorithms.MOST_SHARED_PERMITS));
                return Optional.empty();
            }
            if (Algorithms.supports(algorithm)) {
                Algorithms.of(limit);
            }
            return Optional.of(limit);
        } catch (IllegalArgumentException e) {
            Given given = burst.<Given>map(Chosen::given)
                    .or(() -> maxWait.map(Chosen::given))
                    .orElse(window.given());
            lookup.findings().mistake(Mistake.wrongValue(given, e));
            return Optional.empty();
        }
    }

    private void checkCosts(ReadPolicy policy) {
        List<ReadUse> uses = new ArrayList<>(policy.uses());
        if (policy.plan().configured() || policy.plan().manual()) {
            uses.add(policy.configured());
        }
        policy.limit()
                .filter(limit -> limit.permits() > 0)
                .ifPresent(limit -> uses.stream()
                        .filter(use -> use.cost().value() > limit.capacity())
                        .forEach(use -> lookup.findings().mistake(costTooGreat(use, policy, limit))));
    }

    private static Mistake costTooGreat(ReadUse use, ReadPolicy policy, Limit limit) {
        Given cost = use.cost().given();
        return policy.burst()
                .map(burst -> Mistake.costAbove("burst", cost, burst.given(), limit.capacity()))
                .orElseGet(
                        () -> Mistake.costAbove("limit", cost, policy.permits().given(), limit.capacity()));
    }
}
