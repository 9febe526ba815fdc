package io.headgate.internal.policy;

import java.util.List;

/**
 * What annotations and configuration amount to. If there are mistakes, the rest shows what could be understood.
 *
 * @param settings the values for the whole application; a wrong one has its default
 * @param registry the policies, and where they apply
 * @param manual the policies of {@code ratelimit.policies.manual}, in order
 * @param startTable the table for the log
 * @param warnings what is probably not meant
 * @param mistakes what stops the deployment
 */
public record Resolution(
        Settings settings,
        PolicyRegistry registry,
        List<Policy> manual,
        StartTable startTable,
        List<Warning> warnings,
        List<Mistake> mistakes) {

    /** Copies the lists. */
    public Resolution {
        manual = List.copyOf(manual);
        warnings = List.copyOf(warnings);
        mistakes = List.copyOf(mistakes);
    }
}
