package io.headgate.internal.policy;

import io.headgate.internal.key.Wording;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Looks at the names that configuration lists, and warns of those that nobody asks for. It never finds a value: names of
 * environment variables cannot be mapped back.
 */
final class NameCheck {

    private static final Pattern NOT_IN_VARIABLES = Pattern.compile("[^A-Za-z0-9]");
    private static final Pattern VARIABLE = Pattern.compile("RATELIMIT_+[A-Z0-9][A-Z0-9_]*");
    private static final List<String> PARAM_GROUPS = List.of(KnownProperties.OVERRIDE, KnownProperties.DEFAULT);

    private final Lookup lookup;
    private final Set<String> policies;
    private final Set<String> asked;
    private final Map<String, Set<String>> askedByVariable;

    /**
     * A check of everything that is listed.
     *
     * @param lookup knows what was asked for
     * @param policies the names that somebody gave to policies
     */
    NameCheck(Lookup lookup, Set<String> policies) {
        this.lookup = lookup;
        this.policies = policies;
        this.asked = lookup.asked();
        this.askedByVariable = asked.stream()
                .collect(Collectors.groupingBy(
                        NameCheck::variable, TreeMap::new, Collectors.toCollection(TreeSet::new)));
    }

    void run() {
        Set<String> told = new HashSet<>();
        for (String name : new TreeSet<>(lookup.listed())) {
            Set<String> sharing = askedByVariable.getOrDefault(variable(name), Set.of());
            if (asked.contains(name)) {
                continue;
            }
            if (sharing.isEmpty()) {
                warnOfUnknown(name, told);
            } else if (isVariable(name)) {
                warnOfShared(name, sharing);
            } else if (sharing.stream().allMatch(other -> lookup.find(other).isEmpty())) {
                warn(Warning.unknownProperty(name, Wording.didYouMean(name, sharing)));
            }
        }
    }

    private static String variable(String name) {
        return NOT_IN_VARIABLES.matcher(name).replaceAll("_").toUpperCase(Locale.ROOT);
    }

    private static boolean isVariable(String name) {
        return !NOT_IN_VARIABLES.matcher(name.replace('_', 'x')).find();
    }

    private void warnOfShared(String variable, Set<String> names) {
        if (names.size() > 1) {
            warn(Warning.sharedByEnvironment(variable, List.copyOf(names)));
        }
    }

    /** A variable that sources list under a guessed name as well is told once. */
    private void warnOfUnknown(String name, Set<String> told) {
        Optional<Warning> warning = unknown(name);
        if (warning.isPresent() && told.add(variable(name))) {
            warn(warning.get());
        }
    }

    private Optional<Warning> unknown(String name) {
        if (name.contains(AnnotationProperties.ANNOTATION)) {
            return Optional.of(unknownOfElement(name));
        }
        if (VARIABLE.matcher(name).matches()) {
            String guess = Wording.didYouMean(name, askedByVariable.keySet());
            return Optional.of(
                    name.startsWith(variable(KnownProperties.POLICY))
                            ? Warning.unknownPolicyVariable(name, guess)
                            : Warning.unknownProperty(name, guess));
        }
        if (name.startsWith(KnownProperties.POLICY)) {
            return unknownOfPolicy(name);
        }
        boolean ours = name.startsWith(KnownProperties.PREFIX) && name.length() > KnownProperties.PREFIX.length();
        return ours ? Optional.of(unknownProperty(name)) : Optional.empty();
    }

    private Warning unknownProperty(String name) {
        for (String group : PARAM_GROUPS) {
            if (name.startsWith(group)) {
                return Warning.unknownProperty(name, guess(group, name.substring(group.length()), params()));
            }
        }
        List<String> application = KnownProperties.application().stream()
                .map(KnownProperties.Entry::name)
                .toList();
        return Warning.unknownProperty(name, Wording.didYouMean(name, application));
    }

    private Optional<Warning> unknownOfPolicy(String name) {
        String rest = name.substring(KnownProperties.POLICY.length());
        int dot = rest.indexOf('.');
        String policy = dot < 0 ? rest : rest.substring(0, dot);
        if (!policies.contains(policy)) {
            return Optional.of(Warning.policyOfNobody(name, policy, Wording.didYouMean(policy, policies)));
        }
        String param = dot < 0 ? "" : rest.substring(dot + 1);
        if (param.startsWith(Param.TIER)) {
            lookup.find(name).ifPresent(given -> lookup.findings().mistake(Mistake.unsupportedProperty(given)));
            return Optional.empty();
        }
        String start = KnownProperties.POLICY + policy + ".";
        return Optional.of(Warning.unknownProperty(name, guess(start, param, params())));
    }

    private static List<String> params() {
        return KnownProperties.params().stream()
                .map(KnownProperties.Entry::name)
                .toList();
    }

    private static String guess(String start, String last, Collection<String> candidates) {
        return Wording.nearest(last, candidates)
                .map(candidate -> ", did you mean '" + start + candidate + "'?")
                .orElse("");
    }

    private Warning unknownOfElement(String name) {
        int end = name.indexOf(AnnotationProperties.ANNOTATION) + AnnotationProperties.ANNOTATION.length();
        String element = name.substring(0, end);
        Set<String> ofElement = asked.stream()
                .filter(other -> other.startsWith(element))
                .map(other -> other.substring(end))
                .collect(Collectors.toSet());
        boolean onlyEnabled = ofElement.equals(Set.of(AnnotationProperties.ENABLED));
        if (ofElement.isEmpty() || onlyEnabled) {
            return Warning.noAnnotationThere(name, Wording.didYouMean(name, ofAnnotations()));
        }
        return Warning.unknownProperty(name, guess(element, name.substring(end), ofElement));
    }

    private List<String> ofAnnotations() {
        return asked.stream()
                .filter(other -> other.contains(AnnotationProperties.ANNOTATION))
                .toList();
    }

    private void warn(Warning warning) {
        lookup.findings().warn(warning);
    }
}
