package io.headgate.internal.policy;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Level 1: properties named after the element that bears an annotation, as MicroProfile Fault Tolerance names them. Where
 * an element bears several annotations, their place or their name says which one is meant.
 */
final class AnnotationProperties {

    static final String ANNOTATION = "/RateLimit/";
    static final String NAME = "name";
    static final String ENABLED = "enabled";

    private final Lookup lookup;

    AnnotationProperties(Lookup lookup) {
        this.lookup = lookup;
    }

    /** The value of a member of an annotation. */
    Optional<Given> find(Declaration declaration, String member) {
        String base = base(declaration);
        if (declaration.siblings() == 1) {
            return lookup.find(base + member);
        }
        String example = base + declaration.ordinal() + "/" + member;
        lookup.find(base + member)
                .ifPresent(
                        given -> lookup.findings().mistake(Mistake.shortForm(given, declaration.siblings(), example)));
        return findLongForm(base, declaration, member);
    }

    private Optional<Given> findLongForm(String base, Declaration declaration, String member) {
        List<Given> found = new ArrayList<>();
        lookup.find(base + declaration.ordinal() + "/" + member).ifPresent(found::add);
        String name = declaration.annotation().name();
        if (PolicyNames.isValid(name)) {
            lookup.find(base + name + "/" + member).ifPresent(found::add);
        }
        if (found.size() > 1) {
            lookup.findings().mistake(Mistake.twoForms(found.get(0), found.get(1)));
        }
        return found.stream().findFirst();
    }

    /**
     * Whether an annotation is switched off or on for one method: by its own property, else by its method's, else by its
     * class's. The short form switches all annotations of an element.
     */
    Optional<Given> findEnabled(Declaration declaration, Method method) {
        String ofClass = declaration.bearer().getName() + ANNOTATION;
        String ofMethod = declaration.bearer().getName() + "/" + method.getName() + ANNOTATION;
        List<Given> found = new ArrayList<>();
        enabled(ofMethod, declaration, found);
        if (declaration.element() == null) {
            enabled(ofClass, declaration, found);
        } else {
            lookup.find(ofClass + ENABLED).ifPresent(found::add);
        }
        return found.stream().findFirst();
    }

    private void enabled(String base, Declaration declaration, List<Given> found) {
        if (declaration.siblings() > 1) {
            findLongForm(base, declaration, ENABLED).ifPresent(found::add);
        }
        lookup.find(base + ENABLED).ifPresent(found::add);
    }

    private static String base(Declaration declaration) {
        Method element = declaration.element();
        String method = element == null ? "" : "/" + element.getName();
        return declaration.bearer().getName() + method + ANNOTATION;
    }
}
