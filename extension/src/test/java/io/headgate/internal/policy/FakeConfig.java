package io.headgate.internal.policy;

import io.smallrye.config.PropertiesConfigSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.NullUnmarked;

/**
 * A server that behaves in the least helpful ways that were seen: an expression without a value becomes a value without
 * text, an absent value no value at all, and one bad source spoils the list of names.
 */
@NullUnmarked
final class FakeConfig implements Config {

    /** The value of an expression that is answered with an exception. */
    static final String THROWS = "throws";

    private final Map<String, String> unresolved;
    private final List<ConfigSource> sources = new ArrayList<>();

    FakeConfig(Map<String, String> unresolved, Map<String, String> values, ConfigSource... others) {
        this.unresolved = unresolved;
        Collections.addAll(sources, others);
        sources.add(new PropertiesConfigSource(values, "values", 100));
    }

    @Override
    public ConfigValue getConfigValue(String name) {
        String raw = unresolved.get(name);
        if (THROWS.equals(raw)) {
            throw new NoSuchElementException("nothing found for NOPE");
        }
        return raw == null ? null : new Unresolved(name, raw);
    }

    @Override
    public Iterable<String> getPropertyNames() {
        List<String> names = new ArrayList<>();
        sources.forEach(source -> names.addAll(source.getPropertyNames()));
        return names;
    }

    @Override
    public Iterable<ConfigSource> getConfigSources() {
        return sources;
    }

    @Override
    public <T> T getValue(String name, Class<T> type) {
        throw notAsked();
    }

    @Override
    public <T> Optional<T> getOptionalValue(String name, Class<T> type) {
        throw notAsked();
    }

    @Override
    public <T> Optional<Converter<T>> getConverter(Class<T> type) {
        throw notAsked();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw notAsked();
    }

    /** Headgate takes values by getConfigValue alone, which tells their source; a call of anything else is a fault of its. */
    private static AssertionError notAsked() {
        return new AssertionError("values are asked for by getConfigValue alone");
    }

    private record Unresolved(String name, String raw) implements ConfigValue {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getValue() {
            return null;
        }

        @Override
        public String getRawValue() {
            return raw;
        }

        @Override
        public String getSourceName() {
            return "source";
        }

        @Override
        public int getSourceOrdinal() {
            return 100;
        }
    }
}
