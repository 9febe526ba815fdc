package io.headgate.internal.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything that is given for one value of a policy, the strongest first. */
final class Levels {

    private final Lookup lookup;
    private final AnnotationProperties properties;

    Levels(Lookup lookup, AnnotationProperties properties) {
        this.lookup = lookup;
        this.properties = properties;
    }

    /**
     * What is given for a value.
     *
     * @param declarations the annotations that have a say; none for a policy that only configuration declares
     */
    List<Given> of(PolicyPlan plan, List<Declaration> declarations, Param<?> param) {
        List<Given> given = new ArrayList<>();
        for (Declaration declaration : declarations) {
            ofElement(plan, declaration, param).ifPresent(given::add);
        }
        if (plan.named()) {
            lookup.find(KnownProperties.POLICY + plan.name() + "." + param.property())
                    .ifPresent(given::add);
        }
        // Configured policies are not overridden, except that a rehearsal is one for all.
        if (!declarations.isEmpty() || param.equals(Param.SHADOW)) {
            override(param).ifPresent(given::add);
        }
        for (Declaration declaration : declarations) {
            ofAnnotation(declaration, param).ifPresent(given::add);
        }
        byDefault(param).ifPresent(given::add);
        return given;
    }

    private Optional<Given> ofElement(PolicyPlan plan, Declaration declaration, Param<?> param) {
        if (param.member().isEmpty()) {
            return Optional.empty();
        }
        Optional<Given> given = properties.find(declaration, param.member());
        if (given.isPresent() && plan.onSeveralElements()) {
            lookup.findings().mistake(Mistake.namedOnSeveralElements(plan.name(), given.get(), param.property()));
            return Optional.empty();
        }
        return given;
    }

    private static Optional<Given> ofAnnotation(Declaration declaration, Param<?> param) {
        String text = param.annotated().apply(declaration.annotation()).strip();
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(new Given(Places.annotation(declaration, param.member()), text, Given.ANNOTATION));
    }

    Optional<Given> override(Param<?> param) {
        return lookup.find(KnownProperties.OVERRIDE + param.property());
    }

    Optional<Given> byDefault(Param<?> param) {
        return lookup.find(KnownProperties.DEFAULT + param.property());
    }
}
