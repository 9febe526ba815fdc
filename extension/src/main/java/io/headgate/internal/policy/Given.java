package io.headgate.internal.policy;

import io.headgate.internal.key.Wording;
import io.headgate.internal.policy.PropertySource.Property;

/**
 * The text of a value, and who gave it.
 *
 * @param place the property, or the annotation's member and element
 * @param text the value, not empty
 * @param source the source of the property; else {@link #ANNOTATION} or {@link #BUILT_IN}
 */
record Given(String place, String text, String source) {

    static final String ANNOTATION = "annotation";
    static final String BUILT_IN = "default";

    static Given of(Property property) {
        return new Given(property.name(), property.value(), property.source());
    }

    /** Place, value and source, as messages show them; the value of a secret is left out. */
    String describe() {
        String value = KnownProperties.isSecret(place) ? "" : " = " + Wording.quote(text);
        return where() + value + (isProperty() ? " (from " + Wording.printable(source) + ")" : "");
    }

    String where() {
        return Wording.printable(place);
    }

    /** Where a number comes from, as the start table shows it. */
    String origin() {
        return isProperty() ? where() + " (" + Wording.printable(source) + ")" : source;
    }

    /** Whether somebody chose this value for a policy: it is neither built in nor what holds for all by default. */
    boolean isSet() {
        return !source.equals(BUILT_IN) && !place.startsWith(KnownProperties.DEFAULT);
    }

    private boolean isProperty() {
        return !source.equals(ANNOTATION) && !source.equals(BUILT_IN);
    }
}
