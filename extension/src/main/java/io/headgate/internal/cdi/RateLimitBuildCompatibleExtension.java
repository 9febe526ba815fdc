package io.headgate.internal.cdi;

import io.headgate.RateLimit;
import jakarta.decorator.Decorator;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.FieldConfig;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.lang.model.AnnotationTarget;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import jakarta.enterprise.lang.model.types.Type;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Headgate in a CDI Lite container, at build time. It binds the interceptor to every method of a class that mentions a
 * limit and leaves the rest to the start of the application: which methods are limited, and whose they are, is decided there
 * by the same code as in a full container. It touches no configuration.
 */
@SkipIfPortableExtensionPresent(RateLimitExtension.class)
public class RateLimitBuildCompatibleExtension implements BuildCompatibleExtension {

    private static final String REST_ROOM = "io.headgate.internal.rest.";
    private static final String REST_APPLICATION = "jakarta.ws.rs.core.Application";

    private final Set<String> limited = new TreeSet<>();
    private final Set<String> beans = new TreeSet<>();

    /** For the container. */
    public RateLimitBuildCompatibleExtension() {}

    /** Makes beans of what needs Redisson and the like, where the application has them. */
    @Discovery
    public void addOptionalBeans(ScannedClasses classes) {
        ServerAdapters.optionalBeans(Thread.currentThread().getContextClassLoader())
                .forEach(bean -> classes.add(bean.getName()));
    }

    /** Binds the interceptor, and prepares the filters for this container. */
    @Enhancement(types = Object.class, withSubtypes = true)
    public void bind(ClassConfig type) {
        if (type.info().name().startsWith(REST_ROOM)) {
            forgetApplication(type);
        }
        bindLimited(type);
    }

    /**
     * Keeps the filters from asking for the {@code Application}: here it would be an injection point, ambiguous where the
     * application's own is a bean. Whose request it is need not be asked: there is one application.
     */
    private static void forgetApplication(ClassConfig filter) {
        filter.fields().stream()
                .filter(field -> isNamed(field.info().type(), REST_APPLICATION))
                .forEach(FieldConfig::removeAllAnnotations);
    }

    private static boolean isNamed(Type type, String name) {
        return type.isClass()
                && found(() -> type.asClass().declaration())
                        .filter(declaration -> declaration.name().equals(name))
                        .isPresent();
    }

    private void bindLimited(ClassConfig type) {
        if (mentions(type.info())) {
            limited.add(type.info().name());
            if (isInterceptable(type.info())) {
                found(() -> type.methods()).stream()
                        .flatMap(Collection::stream)
                        .filter(method -> isBindable(method.info()))
                        .forEach(method -> method.addAnnotation(Limited.class));
            }
        }
    }

    /** Remembers which limited classes are beans. */
    @Registration(types = Object.class)
    public void register(BeanInfo bean) {
        if (bean.isClassBean() && limited.contains(bean.declaringClass().name())) {
            beans.add(bean.declaringClass().name());
        }
    }

    /** Hands the names over to the start of the application. */
    @Synthesis
    public void addPlan(SyntheticComponents components) {
        components
                .addBean(PlanSource.class)
                .type(PlanSource.class)
                .scope(Singleton.class)
                .withParam(ReflectivePlanSource.LIMITED, limited.toArray(String[]::new))
                .withParam(ReflectivePlanSource.BEANS, beans.toArray(String[]::new))
                .createWith(ReflectivePlanSource.Creator.class);
    }

    private static boolean mentions(ClassInfo type) {
        return bearsLimit(type)
                || found(() -> type.methods()).stream()
                        .flatMap(Collection::stream)
                        .anyMatch(RateLimitBuildCompatibleExtension::bearsLimit)
                || above(type).anyMatch(supertype -> isFound(() -> mentions(supertype)));
    }

    private static Stream<ClassInfo> above(ClassInfo type) {
        return Stream.concat(
                found(() -> type.superClassDeclaration()).stream(),
                found(() -> type.superInterfacesDeclarations()).stream().flatMap(List::stream));
    }

    /**
     * ArC trips over the name of a class that the application lacks, some only when it is asked about the class. The JVM does
     * not where that is an annotation's; a class that lacks a supertype cannot be loaded at all, and so has no methods to bind.
     */
    private static <T> Optional<T> found(Supplier<@Nullable T> declaration) {
        try {
            return Optional.ofNullable(declaration.get());
        } catch (RuntimeException noSuchClass) {
            return Optional.empty();
        }
    }

    private static boolean isFound(Supplier<@Nullable Boolean> question) {
        return found(question).orElse(false);
    }

    private static boolean bearsLimit(AnnotationTarget element) {
        return element.hasAnnotation(RateLimit.class)
                || element.hasAnnotation(RateLimit.List.class)
                || element.annotations().stream()
                        .anyMatch(annotation -> isFound(() -> isStereotypeWithLimit(annotation.declaration())));
    }

    private static boolean isStereotypeWithLimit(ClassInfo annotation) {
        return annotation.hasAnnotation(Stereotype.class) && bearsLimit(annotation);
    }

    private static boolean isInterceptable(ClassInfo type) {
        return !type.hasAnnotation(Interceptor.class) && !type.hasAnnotation(Decorator.class);
    }

    private static boolean isBindable(MethodInfo method) {
        return !method.isStatic()
                && !method.isFinal()
                && !Modifier.isPrivate(method.modifiers())
                && !method.isAbstract()
                && !method.hasAnnotation(Produces.class);
    }
}
