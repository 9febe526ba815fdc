package io.headgate.internal.policy;

import io.headgate.internal.key.Wording;
import java.util.List;

/**
 * Something that is probably not meant, and stops nothing.
 *
 * @param number the stable number of the message, such as {@code HG0101}
 * @param text one sentence or two, safe to log
 */
public record Warning(String number, String text) {

    static Warning unknownProperty(String name, String guess) {
        return new Warning("HG0100", "property " + Wording.quote(name) + " means nothing" + guess);
    }

    static Warning unknownPolicyVariable(String name, String guess) {
        return new Warning(
                "HG0100",
                "property " + Wording.quote(name)
                        + " means nothing, unless a resource that shows up later names its policy" + guess);
    }

    static Warning policyOfNobody(String name, String policy, String guess) {
        return new Warning(
                "HG0101",
                "property " + Wording.quote(name)
                        + " means nothing, unless a resource that shows up later names it: no policy is called "
                        + Wording.quote(policy) + guess);
    }

    static Warning noAnnotationThere(String name, String guess) {
        return new Warning(
                "HG0102",
                "property " + Wording.quote(name)
                        + " means nothing, unless a resource that shows up later has it: no @RateLimit is known on that"
                        + " element" + guess);
    }

    static Warning sharedByEnvironment(String variable, List<String> names) {
        return new Warning(
                "HG0103",
                "environment variable " + Wording.quote(variable) + " sets " + String.join(" and ", names)
                        + " alike: give the policies names that differ in letters or digits");
    }

    static Warning unnamedSiblings(String place, int annotations) {
        return new Warning(
                "HG0104",
                place + " has " + annotations
                        + " annotations without a name: name them, or their counters change when the order does");
    }

    static Warning inventedKeys(String policy, String property) {
        return new Warning(
                "HG0105",
                "policy " + policy + " relies on api-key in its " + property
                        + " while no keys are known: a client escapes by inventing keys; set "
                        + KnownProperties.API_KEY_SHA256.name());
    }

    static Warning withoutRedis(String name, String why) {
        return new Warning("HG0360", "property " + Wording.quote(name) + " has no effect: " + why);
    }

    static Warning reachesNobody(String property, String whom) {
        return new Warning(
                "HG0106",
                "property " + Wording.quote(property) + " reaches no policy: it is for " + whom
                        + ", and there are none, unless a resource that shows up later has one");
    }

    /** Number and text. */
    @Override
    public String toString() {
        return number + ": " + text;
    }
}
