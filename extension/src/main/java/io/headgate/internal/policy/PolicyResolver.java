package io.headgate.internal.policy;

import io.headgate.Algorithm;
import java.util.Collection;
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

    private final PolicyRegistry registry = new PolicyRegistry();
    private final Map<String, ReadPolicy> policies = new LinkedHashMap<>();
    private final Map<LimitedMethod, List<AnnotatedUse>> methods = new LinkedHashMap<>();
    private Optional<Settings> settings = Optional.empty();

    /**
     * A resolver of one application.
     *
     * @param properties where configuration comes from
     * @param algorithms the algorithms that this version can run
     */
    public PolicyResolver(PropertySource properties, Set<Algorithm> algorithms) {
        this.lookup = new Lookup(Objects.requireNonNull(properties, "properties"), new Findings());
        this.values = new Values(Set.copyOf(algorithms));
    }

    /**
     * Everything that is known at the start.
     *
     * @throws IllegalStateException if it was asked before
     */
    public synchronized Resolution resolve(List<LimitedMethod> found) {
        if (settings.isPresent()) {
            throw new IllegalStateException("an application starts once");
        }
        Settings read = new SettingsReader(lookup, values).read();
        settings = Optional.of(read);
        PolicyReader reader = new PolicyReader(lookup, values, read);
        reader.checkDefaults();
        PolicyNames names = new PolicyNames(new AnnotationProperties(lookup), lookup.findings());
        Map<String, PolicyPlan> plans = configured(names);
        found.forEach(method -> methods.computeIfAbsent(method, names::uses));
        PolicyPlan.add(methods.values(), plans);
        plans.values().forEach(plan -> policies.put(plan.name(), reader.read(plan)));
        policies.values().forEach(policy -> Advice.onKeys(policy, read, lookup.findings()));
        new NameCheck(lookup, givenNames()).run();
        Advice.onIdleParams(policies.values(), lookup);
        registry.become(policies.values(), methods);
        return resolution(read);
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

    private Resolution resolution(Settings read) {
        List<Policy> manual = policies.values().stream()
                .filter(policy -> policy.plan().manual())
                .map(ReadPolicy::policy)
                .toList();
        return new Resolution(
                read,
                registry,
                manual,
                new StartTable(read, List.copyOf(policies.values())),
                lookup.findings().warnings(),
                lookup.findings().mistakes());
    }

    /**
     * Methods that show up after the start, those of one class together. Each joins the registry, or its mistakes are
     * told. What somebody set of a policy in force stays; what nobody set, these methods may set. Safe for many threads.
     *
     * @throws IllegalStateException if the application did not start yet
     */
    public synchronized LateResolution resolveLate(Collection<LimitedMethod> found) {
        Settings read = settings.orElseThrow(() -> new IllegalStateException("the application did not start yet"));
        List<LimitedMethod> unknown = found.stream()
                .filter(method -> !registry.knows(method.beanClass(), method.method()))
                .toList();
        LateMethods late = new LateMethods(lookup, values, policies);
        LateResolution told = late.read(unknown, read);
        policies.putAll(late.policies());
        methods.putAll(late.joining());
        registry.become(policies.values(), methods);
        return told;
    }
}
