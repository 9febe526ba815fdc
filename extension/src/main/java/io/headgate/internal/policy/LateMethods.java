package io.headgate.internal.policy;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Limited methods that show up after the start, those of one class together. They change nothing by themselves. */
final class LateMethods {

    private final Lookup lookup;
    private final Values values;
    private final Map<String, ReadPolicy> inForce;

    private final Findings advice = new Findings();
    private final Map<LimitedMethod, List<AnnotatedUse>> joining = new LinkedHashMap<>();
    private final Map<LimitedMethod, List<Mistake>> wrong = new LinkedHashMap<>();
    private Map<String, ReadPolicy> policies = Map.of();

    /**
     * Nobody yet.
     *
     * @param inForce the policies that there are, by name
     */
    LateMethods(Lookup lookup, Values values, Map<String, ReadPolicy> inForce) {
        this.lookup = lookup;
        this.values = values;
        this.inForce = inForce;
    }

    /** Reads methods and their policies; to be asked once. */
    LateResolution read(List<LimitedMethod> methods, Settings settings) {
        methods.forEach(this::name);
        boolean settled = false;
        while (!settled) {
            settled = readPolicies(settings);
        }
        policies.values().forEach(policy -> Advice.onKeys(policy, settings, advice));
        return new LateResolution(wrong, advice.warnings());
    }

    /** The policies that the joining methods name, new ones and completed ones. */
    Map<String, ReadPolicy> policies() {
        return policies;
    }

    /** The methods that are not wrong. */
    Map<LimitedMethod, List<AnnotatedUse>> joining() {
        return joining;
    }

    private void name(LimitedMethod method) {
        Findings own = new Findings();
        List<AnnotatedUse> uses = new PolicyNames(new AnnotationProperties(lookup.reportingTo(own)), own).uses(method);
        own.warnings().forEach(advice::warn);
        if (own.mistakes().isEmpty()) {
            joining.put(method, uses);
        } else {
            wrong.put(method, own.mistakes());
        }
    }

    /** False if a policy was wrong: it stays out with all methods that name it, and the others have to be read anew. */
    private boolean readPolicies(Settings settings) {
        Map<String, ReadPolicy> read = new LinkedHashMap<>();
        Map<String, List<Mistake>> mistakes = new LinkedHashMap<>();
        for (PolicyPlan plan : plans()) {
            Findings findings = new Findings();
            read.put(plan.name(), read(plan, settings, findings));
            if (!findings.mistakes().isEmpty()) {
                mistakes.put(plan.name(), findings.mistakes());
            }
        }
        policies = read;
        refuse(mistakes);
        return mistakes.isEmpty();
    }

    private void refuse(Map<String, List<Mistake>> mistakes) {
        joining.forEach((method, uses) -> {
            List<Mistake> own = uses.stream()
                    .flatMap(use -> mistakes.getOrDefault(use.policy(), List.of()).stream())
                    .distinct()
                    .toList();
            if (!own.isEmpty()) {
                wrong.put(method, own);
            }
        });
        joining.keySet().removeAll(wrong.keySet());
    }

    /** The policies that methods name, with everybody who declared them before. */
    private Collection<PolicyPlan> plans() {
        Map<String, PolicyPlan> plans = new LinkedHashMap<>();
        joining.values().stream()
                .flatMap(List::stream)
                .flatMap(use -> Optional.ofNullable(inForce.get(use.policy())).stream())
                .forEach(policy -> plans.put(policy.name(), policy.plan()));
        PolicyPlan.add(joining.values(), plans);
        return plans.values();
    }

    private ReadPolicy read(PolicyPlan plan, Settings settings, Findings findings) {
        ReadPolicy policy = new PolicyReader(lookup.reportingTo(findings), values, settings).read(plan);
        ReadPolicy before = inForce.get(plan.name());
        if (before != null && !policy.keeps(before) && findings.mistakes().isEmpty()) {
            List<AnnotatedUse> uses = plan.uses();
            Declaration last = uses.get(uses.size() - 1).declaration();
            findings.mistake(Mistake.otherThanInForce(plan.name(), Places.annotation(last, "")));
        }
        return policy;
    }
}
