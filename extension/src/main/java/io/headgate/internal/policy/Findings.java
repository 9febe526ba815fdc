package io.headgate.internal.policy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is to be told. What is found twice is told once. */
final class Findings {

    private final Set<Warning> warnings = new LinkedHashSet<>();
    private final Set<Mistake> mistakes = new LinkedHashSet<>();

    void warn(Warning warning) {
        warnings.add(warning);
    }

    void mistake(Mistake mistake) {
        mistakes.add(mistake);
    }

    List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    List<Mistake> mistakes() {
        return List.copyOf(mistakes);
    }
}
