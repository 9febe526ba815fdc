package io.headgate.internal.policy;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Properties that a test sets. */
final class FakeProperties implements PropertySource {

    static final String SOURCE = "test.properties";

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> listed = new HashSet<>();
    private final Set<String> unreadable = new HashSet<>();

    /** Names and values in turn. */
    static FakeProperties of(String... namesAndValues) {
        FakeProperties properties = new FakeProperties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.set(namesAndValues[i], namesAndValues[i + 1]);
        }
        return properties;
    }

    FakeProperties set(String name, String value) {
        values.put(name, value);
        return this;
    }

    FakeProperties remove(String name) {
        values.remove(name);
        return this;
    }

    /** A name that is listed, whatever it finds. */
    FakeProperties list(String name) {
        listed.add(name);
        return this;
    }

    FakeProperties unreadable(String name) {
        unreadable.add(name);
        return this;
    }

    @Override
    public Optional<Property> find(String name) {
        if (unreadable.contains(name)) {
            throw new IllegalArgumentException("no value for expression NOPE");
        }
        return Optional.ofNullable(values.get(name))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .map(value -> new Property(name, value, SOURCE));
    }

    @Override
    public Set<String> names() {
        Set<String> names = new HashSet<>(values.keySet());
        names.addAll(listed);
        return names;
    }
}
