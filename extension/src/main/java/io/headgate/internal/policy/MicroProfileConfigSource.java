package io.headgate.internal.policy;

import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Configuration from MicroProfile Config. The only class that knows it: loaded by name, so that servers without it lose
 * nothing else. A value that is empty or blank is absent, and hides values of sources with a lower ordinal, as
 * MicroProfile Config has it.
 */
public final class MicroProfileConfigSource implements PropertySource {

    private final Config config;

    /** The configuration of the application whose class loader is the context class loader. */
    public MicroProfileConfigSource() {
        this(ConfigProvider.getConfig());
    }

    /** The given configuration. */
    public MicroProfileConfigSource(Config config) {
        this.config = Objects.requireNonNull(config, "config");
    }

    @Override
    public Optional<Property> find(String name) {
        ConfigValue found = read(name);
        if (found == null) {
            return Optional.empty();
        }
        String value = found.getValue();
        String raw = found.getRawValue();
        // An expression without a value is answered with a value that has no text, or with an exception.
        if (value == null && raw != null && !raw.isBlank()) {
            throw new IllegalArgumentException("nothing is known for the expression " + raw);
        }
        return value == null || value.isBlank()
                ? Optional.empty()
                : Optional.of(new Property(name, value.strip(), sourceName(found.getSourceName())));
    }

    private @Nullable ConfigValue read(String name) {
        try {
            return config.getConfigValue(name);
        } catch (RuntimeException e) {
            // Each implementation has its own exceptions for expressions without a value, and sources may throw any.
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String sourceName(@Nullable String name) {
        return name == null ? "unknown source" : name;
    }

    @Override
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        try {
            addAll(names, config.getPropertyNames());
        } catch (RuntimeException e) {
            for (ConfigSource source : config.getConfigSources()) {
                addNamesOf(source, names);
            }
        }
        return names;
    }

    private static void addNamesOf(ConfigSource source, Set<String> names) {
        try {
            addAll(names, source.getPropertyNames());
        } catch (RuntimeException e) {
            // A source that cannot list its names can still be asked for values.
        }
    }

    private static void addAll(Set<String> names, Iterable<@Nullable String> listed) {
        for (String name : listed) {
            if (name != null) {
                names.add(name);
            }
        }
    }
}
