package io.headgate.internal.policy;

import io.headgate.internal.policy.PropertySource.Property;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds values by their names, and remembers both: a name has one value from the start of the application to its end, and
 * what was never asked for means nothing.
 */
final class Lookup {

    private final PropertySource properties;
    private final Map<String, Answer> answers;
    private final Findings findings;

    Lookup(PropertySource properties, Findings findings) {
        this(properties, new HashMap<>(), findings);
    }

    private Lookup(PropertySource properties, Map<String, Answer> answers, Findings findings) {
        this.properties = properties;
        this.answers = answers;
        this.findings = findings;
    }

    /** The same values, with other ears for what cannot be read. */
    Lookup reportingTo(Findings others) {
        return new Lookup(properties, answers, others);
    }

    Findings findings() {
        return findings;
    }

    Optional<Given> find(String name) {
        Answer answer = answers.computeIfAbsent(name, this::ask);
        answer.mistake.ifPresent(findings::mistake);
        return answer.property.map(Given::of);
    }

    /** The value of a property; empty if there is none, or a wrong one, which is reported. */
    <T> Optional<T> read(String name, Function<String, T> parser) {
        return find(name).flatMap(given -> {
            try {
                return Optional.of(parser.apply(given.text()));
            } catch (IllegalArgumentException e) {
                findings.mistake(Mistake.wrongValue(given, e));
                return Optional.empty();
            }
        });
    }

    private Answer ask(String name) {
        try {
            return new Answer(properties.find(name), Optional.empty());
        } catch (IllegalArgumentException e) {
            return new Answer(Optional.empty(), Optional.of(Mistake.unreadable(name, String.valueOf(e.getMessage()))));
        }
    }

    /** All names that were asked for so far. */
    Set<String> asked() {
        return Set.copyOf(answers.keySet());
    }

    /** All names that the sources list. */
    Set<String> listed() {
        return properties.names();
    }

    private record Answer(Optional<Property> property, Optional<Mistake> mistake) {}
}
