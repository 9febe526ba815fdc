package io.headgate.internal.policy;

import io.headgate.internal.key.Wording;
import java.util.List;

/**
 * Something that stops the deployment.
 *
 * @param number the stable number of the message, such as {@code HG0201}
 * @param text which property or annotation, its value, its source, and what is allowed; safe to log
 */
public record Mistake(String number, String text) {

    static Mistake wrongValue(Given given, IllegalArgumentException why) {
        String number = why instanceof UnsupportedValueException ? "HG0203" : "HG0200";
        return new Mistake(number, given.describe() + ": " + why.getMessage());
    }

    static Mistake unreadable(String name, String why) {
        String shown = KnownProperties.isSecret(name) ? "an expression in it has no value" : Wording.printable(why);
        return new Mistake("HG0201", Wording.printable(name) + " cannot be read: " + shown);
    }

    static Mistake unsupportedProperty(Given given) {
        return new Mistake("HG0202", given.describe() + ": this property is not supported by this version, remove it");
    }

    static Mistake invalidName(Given given, String name) {
        return new Mistake(
                "HG0204",
                given.describe() + ": " + Wording.quote(name)
                        + " cannot be the name of a policy, allowed are a letter and then up to 63 letters, digits, -"
                        + " and _");
    }

    static Mistake sameNameTwice(String name, String method, List<String> places) {
        return new Mistake(
                "HG0205",
                "policy " + name + " applies twice to " + method + ": " + String.join(" and ", places)
                        + "; give each annotation a name of its own");
    }

    static Mistake disagreement(String name, Given one, Given other) {
        return new Mistake(
                "HG0206",
                "policy " + name + " is given different values: " + one.describe() + " and " + other.describe()
                        + "; allowed are equal ones, or one place that sets it and others that set only name, cost and"
                        + " count");
    }

    static Mistake namedOnSeveralElements(String name, Given given, String property) {
        return new Mistake(
                "HG0207",
                given.describe() + ": policy " + name + " is named on several elements, set " + KnownProperties.POLICY
                        + name + "." + property + " instead");
    }

    static Mistake shortForm(Given given, int annotations, String example) {
        return new Mistake(
                "HG0208",
                given.describe() + ": there are " + annotations + " annotations on this element, say which one, as in "
                        + Wording.printable(example));
    }

    static Mistake twoForms(Given one, Given other) {
        return new Mistake("HG0209", one.describe() + " and " + other.describe() + " mean the same, keep one of them");
    }

    static Mistake costAbove(String what, Given cost, Given most, long capacity) {
        return new Mistake(
                "HG0210",
                cost.describe() + ": a cost above the " + what + " never passes, allowed are 1 to " + capacity
                        + ", the " + what + " by " + most.origin());
    }

    static Mistake logTooLong(Given limit, long most) {
        return new Mistake(
                "HG0215",
                limit.describe() + ": a sliding log keeps an entry for each permit, allowed are 0 to " + most
                        + "; choose another algorithm, or raise " + KnownProperties.LOG_MAX_ENTRIES.name());
    }

    static Mistake noCalendar(Given window, String why) {
        return new Mistake("HG0216", window.describe() + ": " + why);
    }

    static Mistake tooManyToShare(Given limit, long most) {
        return new Mistake(
                "HG0217",
                limit.describe() + ": an RRateLimiter of Redisson's counts in 32 bits, allowed are 0 to " + most
                        + "; choose another algorithm, or a shorter window");
    }

    static Mistake otherAlgorithm(Given given, String belongsTo, String chosen) {
        return new Mistake(
                "HG0211",
                given.describe() + ": only " + belongsTo + " knows this, and the algorithm is " + chosen
                        + "; remove it, or change the algorithm");
    }

    static Mistake listedTwice(Given given, String name) {
        return new Mistake("HG0212", given.describe() + ": policy " + name + " is listed twice, list it once");
    }

    static Mistake otherThanInForce(String name, String place) {
        return new Mistake(
                "HG0213",
                place + ": policy " + name + " is in force with other values that somebody set; set them in "
                        + KnownProperties.POLICY + name + ".*, or use another name");
    }

    static Mistake redisTwice(Given config, Given other) {
        return new Mistake(
                "HG0370",
                config.describe() + " and " + other.describe()
                        + ": the file says all of it, keep the file or the properties");
    }

    static Mistake redisIncomplete(Given given, String missing) {
        return new Mistake("HG0371", given.describe() + ": this needs " + missing);
    }

    static Mistake redisMismatch(Given given, String why) {
        return new Mistake("HG0372", given.describe() + ": " + why);
    }

    static Mistake onlyForRequests(Given given, String name) {
        return new Mistake(
                "HG0214",
                given.describe() + ": only code asks policy " + name
                        + ", and names the subject itself: remove this, or list the policy in "
                        + KnownProperties.POLICIES.name());
    }

    /** Number and text. */
    @Override
    public String toString() {
        return number + ": " + text;
    }
}
