package io.headgate.internal.cdi;

import io.headgate.internal.policy.AnnotationView;
import io.headgate.internal.policy.LimitedMethod;
import io.headgate.internal.policy.Scan;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessProducer;
import jakarta.interceptor.Interceptor;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Headgate in a full CDI container. {@link RateLimitBuildCompatibleExtension} does the same where there is only CDI Lite. */
public class RateLimitExtension implements Extension {

    /** After the extensions of applications and libraries, whose changes to annotations count. */
    private static final int LAST = Interceptor.Priority.LIBRARY_AFTER + 900;

    private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();
    private final Discovery discovery = new Discovery(classLoader);

    private @Nullable Plan plan;

    /** For the container. */
    public RateLimitExtension() {}

    void addOptionalBeans(@Observes BeforeBeanDiscovery event) {
        ServerAdapters.optionalBeans(classLoader).forEach(bean -> event.addAnnotatedType(bean, bean.getName()));
    }

    <T> void look(@Observes @Priority(LAST) ProcessAnnotatedType<T> event, BeanManager beans) {
        AnnotatedType<T> type = event.getAnnotatedType();
        Scan scan = discovery.look(type.getJavaClass(), new ContainerView(type, beans));
        Set<Method> methods =
                scan.beanMethods().stream().map(LimitedMethod::method).collect(Collectors.toSet());
        if (!methods.isEmpty()) {
            event.configureAnnotatedType()
                    .filterMethods(method -> methods.contains(method.getJavaMember()))
                    .forEach(method -> method.add(Limited.Literal.INSTANCE));
        }
    }

    <T> void isBean(@Observes ProcessManagedBean<T> event) {
        discovery.isBean(event.getAnnotatedBeanClass().getJavaClass());
    }

    <T, X> void isProduced(@Observes ProcessProducer<T, X> event) {
        Type made = event.getAnnotatedMember().getBaseType();
        if (made instanceof ParameterizedType generic) {
            made = generic.getRawType();
        }
        if (made instanceof Class<?> type) {
            discovery.isProduced(type);
        }
    }

    void addPlan(@Observes AfterBeanDiscovery event) {
        event.addBean().types(PlanSource.class).scope(Dependent.class).createWith(context -> source());
    }

    private PlanSource source() {
        return () -> {
            if (plan == null) {
                throw new IllegalStateException("Headgate was asked before the application was validated");
            }
            return plan;
        };
    }

    void validate(@Observes AfterDeploymentValidation event) {
        Plan validated = discovery.plan();
        validated.mistakes().map(DeploymentException::new).ifPresent(event::addDeploymentProblem);
        if (validated.mistakes().isEmpty()) {
            validated.announce();
            plan = validated;
        }
    }

    /** The annotations of a class as the extensions left them. */
    private static final class ContainerView implements AnnotationView {

        private final AnnotatedType<?> type;
        private final BeanManager beans;
        private final Map<Method, Annotated> methods = new HashMap<>();

        ContainerView(AnnotatedType<?> type, BeanManager beans) {
            this.type = type;
            this.beans = beans;
            for (AnnotatedMethod<?> method : type.getMethods()) {
                methods.put(method.getJavaMember(), method);
            }
        }

        @Override
        public Collection<? extends Annotation> of(Class<?> other) {
            return other.equals(type.getJavaClass()) ? type.getAnnotations() : REFLECTION.of(other);
        }

        @Override
        public Collection<? extends Annotation> of(Method method) {
            Annotated annotated = methods.get(method);
            return annotated == null ? REFLECTION.of(method) : annotated.getAnnotations();
        }

        @Override
        public Collection<? extends Annotation> ofStereotype(Class<? extends Annotation> annotation) {
            return beans.isStereotype(annotation) ? beans.getStereotypeDefinition(annotation) : Set.of();
        }
    }
}
