package io.headgate.internal.policy;

import java.util.List;

/**
 * What the annotations of a method amount to that was first seen after the start.
 *
 * @param uses the policies that the method's annotations name; none if there are mistakes
 * @param warnings what is probably not meant
 * @param mistakes why the method cannot be served
 */
public record LateResolution(List<PolicyUse> uses, List<Warning> warnings, List<Mistake> mistakes) {

    /** Copies the lists. */
    public LateResolution {
        uses = List.copyOf(uses);
        warnings = List.copyOf(warnings);
        mistakes = List.copyOf(mistakes);
    }
}
