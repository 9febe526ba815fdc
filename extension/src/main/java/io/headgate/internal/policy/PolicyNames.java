package io.headgate.internal.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Gives each annotation of a method the name of its policy. */
final class PolicyNames {

    private static final Pattern VALID = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    private final AnnotationProperties properties;
    private final Findings findings;

    PolicyNames(AnnotationProperties properties, Findings findings) {
        this.properties = properties;
        this.findings = findings;
    }

    static boolean isValid(String name) {
        return VALID.matcher(name).matches();
    }

    /** The annotations of a method with their names; the second of two with one name is left out. */
    List<AnnotatedUse> uses(LimitedMethod method) {
        String generated = Places.method(method.beanClass(), method.method());
        Map<String, AnnotatedUse> uses = new LinkedHashMap<>();
        List<Declaration> unnamed = new ArrayList<>();
        for (Declaration declaration : method.declarations()) {
            Optional<String> given = given(declaration);
            if (given.isEmpty()) {
                unnamed.add(declaration);
            }
            String suffix = unnamed.size() > 1 ? "~" + unnamed.size() : "";
            String name = given.orElse(generated + suffix);
            AnnotatedUse use = new AnnotatedUse(method, declaration, name, given.isPresent());
            AnnotatedUse first = uses.putIfAbsent(name, use);
            if (first != null) {
                findings.mistake(sameNameTwice(generated, first, use));
            }
        }
        if (unnamed.size() > 1) {
            findings.warn(Warning.unnamedSiblings(Places.element(unnamed.get(0)), unnamed.size()));
        }
        return List.copyOf(uses.values());
    }

    private Optional<String> given(Declaration declaration) {
        String written = declaration.annotation().name().strip();
        Optional<Given> given = properties
                .find(declaration, AnnotationProperties.NAME)
                .or(() -> Optional.of(new Given(
                        Places.annotation(declaration, AnnotationProperties.NAME), written, Given.ANNOTATION)))
                .filter(name -> !name.text().isEmpty());
        if (given.isPresent() && !isValid(given.get().text())) {
            findings.mistake(Mistake.invalidName(given.get(), given.get().text()));
            return Optional.empty();
        }
        return given.map(Given::text);
    }

    private static Mistake sameNameTwice(String method, AnnotatedUse first, AnnotatedUse second) {
        return Mistake.sameNameTwice(
                first.policy(),
                method,
                List.of(Places.annotation(first.declaration(), ""), Places.annotation(second.declaration(), "")));
    }

    /** The names in a property that lists policies, without those that are wrong. */
    List<String> listed(Optional<Given> property, List<String> elsewhere) {
        List<String> names = new ArrayList<>();
        property.ifPresent(given -> {
            for (String name : Values.list(given.text())) {
                if (!isValid(name)) {
                    findings.mistake(Mistake.invalidName(given, name));
                } else if (names.contains(name) || elsewhere.contains(name)) {
                    findings.mistake(Mistake.listedTwice(given, name));
                } else {
                    names.add(name);
                }
            }
        });
        return List.copyOf(names);
    }
}
