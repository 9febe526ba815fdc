package io.headgate.internal.policy;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;

/** Where the annotations of an element are read: the container's view, which extensions may have changed, or reflection. */
public interface AnnotationView {

    /** The annotations of a class, with those that it inherits from its superclasses. */
    Collection<? extends Annotation> of(Class<?> type);

    /** The annotations of a method. */
    Collection<? extends Annotation> of(Method method);

    /** The annotations that a stereotype stands for; none if the annotation is no stereotype. */
    Collection<? extends Annotation> ofStereotype(Class<? extends Annotation> type);

    /** The view of the class files. */
    AnnotationView REFLECTION = new AnnotationView() {

        /** By name: where CDI is absent no annotation bears it. */
        private static final String STEREOTYPE = "jakarta.enterprise.inject.Stereotype";

        @Override
        public Collection<Annotation> of(Class<?> type) {
            return List.of(type.getAnnotations());
        }

        @Override
        public Collection<Annotation> of(Method method) {
            return List.of(method.getAnnotations());
        }

        @Override
        public Collection<Annotation> ofStereotype(Class<? extends Annotation> type) {
            List<Annotation> annotations = List.of(type.getAnnotations());
            return annotations.stream()
                            .anyMatch(meta -> meta.annotationType().getName().equals(STEREOTYPE))
                    ? annotations
                    : List.of();
        }
    };
}
