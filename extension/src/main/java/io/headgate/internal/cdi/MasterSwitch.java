package io.headgate.internal.cdi;

import io.headgate.internal.log.Log;
import io.headgate.internal.policy.PropertySource;
import io.headgate.internal.policy.PropertySource.Property;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** {@code ratelimit.enabled}, which operators may change while the application runs. */
final class MasterSwitch implements BooleanSupplier {

    private static final String NAME = "ratelimit.enabled";

    private final PropertySource properties;
    private volatile boolean enabled;
    private String refused = "";

    MasterSwitch(PropertySource properties, boolean enabled) {
        this.properties = properties;
        this.enabled = enabled;
    }

    @Override
    public boolean getAsBoolean() {
        return enabled;
    }

    /** Looks for a changed value. A wrong one is refused, once, and the old one stays. */
    void refresh() {
        try {
            Optional<Property> found = properties.find(NAME);
            String value = found.map(Property::value).orElse("true").toLowerCase(Locale.ROOT);
            switch (value) {
                case "true" -> set(true);
                case "false" -> set(false);
                default ->
                    refuse(NAME + "=" + value + " from "
                            + found.map(Property::source).orElse("nowhere") + ", allowed are true and false");
            }
        } catch (IllegalArgumentException unreadable) {
            refuse(String.valueOf(unreadable.getMessage()));
        }
    }

    private void set(boolean value) {
        refused = "";
        if (value != enabled) {
            enabled = value;
            Log.enabled(value);
        }
    }

    private void refuse(String why) {
        if (!why.equals(refused)) {
            refused = why;
            Log.refused(why);
        }
    }
}
