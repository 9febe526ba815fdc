package io.headgate.internal.policy;

import io.headgate.Algorithm;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes policies of annotations and configuration. Mistakes are collected, never thrown. One resolver serves one
 * application from its start to its end; each value is looked up once.
 */
public final class PolicyResolver {

    private final Lookup lookup;
    private final Values values;
    private final boolean buckets;

    private final Map<String, ReadPolicy> policies = new LinkedHashMap<>();
    private final Map<LimitedMethod, LateResolution> late = new HashMap<>();
    private Optional<Resolution> resolution = Optional.empty();

    /**
     * A resolver of one application.
     *
     * @param properties where configuration comes from
     * @param algorithms the algorithms that this version can run
     */
    public PolicyResolver(PropertySource properties, Set<Algorithm> algorithms) {
        this.lookup = new Lookup(Objects.requireNonNull(properties, "properties"), new Findings());
        this.values = new Values(Set.copyOf(algorithms));
        this.buckets = algorithms.contains(Algorithm.TOKEN_BUCKET) || algorithms.contains(Algorithm.LEAKY_BUCKET);
    }

    /**
     * Everything that is known at the start.
     *
     * @throws IllegalStateException if it was asked before
     */
    public synchronized Resolution resolve(List<LimitedMethod> methods) {
        if (resolution.isPresent()) {
            throw new IllegalStateException("an application starts once");
        }
        Settings settings = new SettingsReader(lookup, values).read();
        PolicyReader reader = new PolicyReader(lookup, values);
        reader.checkDefaults(buckets);
        PolicyNames names = names(lookup);
        Map<String, PolicyPlan> plans = configured(names);
        Map<LimitedMethod, List<AnnotatedUse>> uses = new LinkedHashMap<>();
        methods.forEach(method -> uses.computeIfAbsent(method, names::uses));
        uses.values().stream()
                .flatMap(List::stream)
                .forEach(use -> plans.merge(use.policy(), PolicyPlan.annotated(use), (plan, same) -> plan.plus(use)));
        plans.values().forEach(plan -> policies.put(plan.name(), reader.read(plan)));
        policies.values().forEach(policy -> warnOfInventedKeys(policy, settings, lookup.findings()));
        new NameCheck(lookup, givenNames()).run();
        Resolution found = resolution(settings, uses);
        resolution = Optional.of(found);
        return found;
    }

    private static PolicyNames names(Lookup lookup) {
        return new PolicyNames(new AnnotationProperties(lookup), lookup.findings());
    }

    /** The policies that configuration lists, in order. */
    private Map<String, PolicyPlan> configured(PolicyNames names) {
        List<String> everywhere = names.listed(lookup.find(KnownProperties.POLICIES.name()), List.of());
        List<String> manual = names.listed(lookup.find(KnownProperties.MANUAL.name()), everywhere);
        Map<String, PolicyPlan> plans = new LinkedHashMap<>();
        everywhere.forEach(name -> plans.put(name, PolicyPlan.configured(name)));
        manual.forEach(name -> plans.put(name, PolicyPlan.manual(name)));
        return plans;
    }

    private Set<String> givenNames() {
        return policies.values().stream()
                .map(ReadPolicy::plan)
                .filter(PolicyPlan::named)
                .map(PolicyPlan::name)
                .collect(Collectors.toSet());
    }

    private static void warnOfInventedKeys(ReadPolicy policy, Settings settings, Findings findings) {
        if (settings.apiKeys().known() || !policy.on()) {
            return;
        }
        if (policy.key().value().reliesOnApiKey()) {
            findings.warn(Warning.inventedKeys(policy.name(), Param.KEY.property()));
        }
        policy.unless()
                .filter(unless -> unless.value().reliesOnApiKey())
                .ifPresent(unless -> findings.warn(Warning.inventedKeys(policy.name(), Param.UNLESS.property())));
    }

    private Resolution resolution(Settings settings, Map<LimitedMethod, List<AnnotatedUse>> uses) {
        PolicyRegistry registry = new PolicyRegistry(policies.values().stream()
                .filter(policy -> policy.plan().configured())
                .map(ReadPolicy::forEveryRequest)
                .toList());
        policies.values().forEach(policy -> registry.add(policy.policy()));
        Map<AnnotatedUse, PolicyUse> read = forMethods(policies.values());
        uses.forEach((method, all) -> registry.add(method, policyUses(all, read)));
        List<Policy> manual = policies.values().stream()
                .filter(policy -> policy.plan().manual())
                .map(ReadPolicy::policy)
                .toList();
        return new Resolution(
                settings,
                registry,
                manual,
                new StartTable(settings, List.copyOf(policies.values())),
                lookup.findings().warnings(),
                lookup.findings().mistakes());
    }

    private static Map<AnnotatedUse, PolicyUse> forMethods(Collection<ReadPolicy> policies) {
        Map<AnnotatedUse, PolicyUse> uses = new HashMap<>();
        policies.forEach(policy -> uses.putAll(policy.forMethods()));
        return uses;
    }

    private static List<PolicyUse> policyUses(List<AnnotatedUse> uses, Map<AnnotatedUse, PolicyUse> read) {
        return uses.stream()
                .flatMap(use -> Optional.ofNullable(read.get(use)).stream())
                .toList();
    }

    /**
     * A method that shows up after the start. Its policies join the registry, or its mistakes are told; asked again, the
     * answer is the same. Safe for many threads.
     *
     * @throws IllegalStateException if the application did not start yet
     */
    public synchronized LateResolution resolveLate(LimitedMethod method) {
        Resolution started =
                resolution.orElseThrow(() -> new IllegalStateException("the application did not start yet"));
        LateResolution known = late.get(method);
        if (known == null) {
            known = meet(method, started);
            late.put(method, known);
        }
        return known;
    }

    private LateResolution meet(LimitedMethod method, Resolution started) {
        PolicyRegistry registry = started.registry();
        if (registry.knows(method.beanClass(), method.method())) {
            return new LateResolution(registry.uses(method.beanClass(), method.method()), List.of(), List.of());
        }
        Findings findings = new Findings();
        Lookup reporting = lookup.reportingTo(findings);
        PolicyReader reader = new PolicyReader(reporting, values);
        Map<String, ReadPolicy> met = new LinkedHashMap<>();
        List<AnnotatedUse> annotated = names(reporting).uses(method);
        for (AnnotatedUse use : annotated) {
            met.put(use.policy(), meet(use, reader, findings, started.settings()));
        }
        if (!findings.mistakes().isEmpty()) {
            return new LateResolution(List.of(), findings.warnings(), findings.mistakes());
        }
        policies.putAll(met);
        met.values().forEach(policy -> registry.add(policy.policy()));
        List<PolicyUse> uses = policyUses(annotated, forMethods(met.values()));
        registry.add(method, uses);
        return new LateResolution(uses, findings.warnings(), List.of());
    }

    /** Reads a policy with one more use; what is in force stays as it is. */
    private ReadPolicy meet(AnnotatedUse use, PolicyReader reader, Findings findings, Settings settings) {
        ReadPolicy inForce = policies.get(use.policy());
        if (inForce == null) {
            ReadPolicy policy = reader.read(PolicyPlan.annotated(use));
            warnOfInventedKeys(policy, settings, findings);
            return policy;
        }
        ReadPolicy policy = reader.read(inForce.plan().plus(use));
        if (!policy.countsLike(inForce)) {
            findings.mistake(Mistake.otherThanInForce(use.policy(), Places.annotation(use.declaration(), "")));
        }
        return policy;
    }
}
