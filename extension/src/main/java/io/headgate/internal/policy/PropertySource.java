package io.headgate.internal.policy;

import java.util.Optional;
import java.util.Set;

/** Where configuration comes from. Values are found by known names; listing serves warnings only. */
public interface PropertySource {

    /**
     * The value with the highest precedence; empty where it is absent or blank.
     *
     * @throws IllegalArgumentException if the value cannot be read, such as an expression without a value; the message
     *     says why
     */
    Optional<Property> find(String name);

    /** The names that the sources list: neither all that {@link #find} would find, nor necessarily spelled as given. */
    Set<String> names();

    /** No configuration at all. */
    PropertySource EMPTY = new PropertySource() {
        @Override
        public Optional<Property> find(String name) {
            return Optional.empty();
        }

        @Override
        public Set<String> names() {
            return Set.of();
        }
    };

    /**
     * A configured value.
     *
     * @param name the name that was asked for
     * @param value the value, without surrounding white space; never empty
     * @param source the name of the source that gave it
     */
    record Property(String name, String value, String source) {}
}
