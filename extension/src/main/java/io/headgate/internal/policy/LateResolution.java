package io.headgate.internal.policy;

import java.util.List;
import java.util.Map;

/**
 * What the annotations of methods amount to that were first seen after the start. Methods that are not wrong have joined
 * the registry.
 *
 * @param wrong the methods that cannot be served, and why
 * @param warnings what is probably not meant
 */
public record LateResolution(Map<LimitedMethod, List<Mistake>> wrong, List<Warning> warnings) {

    /** Copies both. */
    public LateResolution {
        wrong = Map.copyOf(wrong);
        warnings = List.copyOf(warnings);
    }
}
