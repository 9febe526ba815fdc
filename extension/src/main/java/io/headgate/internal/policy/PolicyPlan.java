package io.headgate.internal.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A policy before its values are read: its name, and everybody who declares it.
 *
 * @param name the name
 * @param named whether somebody gave it, so that it can be configured by it
 * @param configured whether {@code ratelimit.policies} lists it
 * @param manual whether {@code ratelimit.policies.manual} lists it
 * @param uses the annotations that declare it, once for each method that they apply to
 */
record PolicyPlan(String name, boolean named, boolean configured, boolean manual, List<AnnotatedUse> uses) {

    static PolicyPlan configured(String name) {
        return new PolicyPlan(name, true, true, false, List.of());
    }

    static PolicyPlan manual(String name) {
        return new PolicyPlan(name, true, false, true, List.of());
    }

    static PolicyPlan annotated(AnnotatedUse use) {
        return new PolicyPlan(use.policy(), use.named(), false, false, List.of(use));
    }

    /** Adds what annotations declare to the plans that there are, by name. */
    static void add(Collection<List<AnnotatedUse>> uses, Map<String, PolicyPlan> plans) {
        uses.stream()
                .flatMap(List::stream)
                .forEach(use -> plans.merge(use.policy(), annotated(use), (plan, same) -> plan.plus(use)));
    }

    PolicyPlan plus(AnnotatedUse use) {
        List<AnnotatedUse> more = new ArrayList<>(uses);
        more.add(use);
        return new PolicyPlan(name, named, configured, manual, List.copyOf(more));
    }

    /** The annotations, each once. */
    List<Declaration> declarations() {
        return uses.stream().map(AnnotatedUse::declaration).distinct().toList();
    }

    /** Whether annotations on more than one element declare it. */
    boolean onSeveralElements() {
        return uses.stream()
                        .map(use -> Places.element(use.declaration()))
                        .distinct()
                        .count()
                > 1;
    }
}
