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

    /** The view of the class files. */
    AnnotationView REFLECTION = new AnnotationView() {
        @Override
        public Collection<Annotation> of(Class<?> type) {
            return List.of(type.getAnnotations());
        }

        @Override
        public Collection<Annotation> of(Method method) {
            return List.of(method.getAnnotations());
        }
    };
}
