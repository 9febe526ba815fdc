package io.headgate.internal.cdi;

import static io.headgate.testing.Calls.passed;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimit;
import io.headgate.testing.App;
import io.headgate.testing.Logs;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InterceptionFactory;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
import org.junit.jupiter.api.Test;

/** Annotations that have no effect are told, in Weld; and those that look so and have one are not. */
class WithoutEffectTest {

    private static List<String> about(Logs logs, Class<?> type) {
        return logs.warnings().stream()
                .filter(line -> line.startsWith("HG0010") && line.contains(type.getName()))
                .toList();
    }

    private static Set<String> policies(App app) {
        return app.bean(PlanSource.class).plan().resolution().registry().names();
    }

    // --- what the container calls -----------------------------------------------------------------------------------

    public interface Greets {
        String hi();
    }

    @ApplicationScoped
    @Traced
    public static class Greeter implements Greets {
        @Override
        public String hi() {
            return "hi";
        }
    }

    @Decorator
    @Priority(Interceptor.Priority.APPLICATION)
    public static class Decorates implements Greets {
        @Inject
        @Delegate
        Greets delegate;

        @Override
        @RateLimit(limit = 1, key = "global")
        public String hi() {
            return "decorated " + delegate.hi();
        }
    }

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Traced {}

    @Traced
    @Interceptor
    @Priority(Interceptor.Priority.APPLICATION)
    public static class Traces {
        @AroundInvoke
        @RateLimit(limit = 1, key = "global")
        public Object trace(InvocationContext invocation) throws Exception {
            return invocation.proceed();
        }
    }

    @Test
    void decoratorAndInterceptorAreReportedAndHaveNoPolicy() {
        try (Logs logs = new Logs();
                App app = App.of(Greeter.class, Decorates.class, Traces.class).start()) {
            Greets bean = app.bean(Greets.class);
            assertThat(bean.hi()).isEqualTo("decorated hi");
            assertThat(passed(3, bean::hi)).isEqualTo(3);
            assertThat(policies(app)).isEmpty();
            assertThat(about(logs, Decorates.class)).hasSize(1);
            assertThat(about(logs, Traces.class)).hasSize(1);
        }
    }

    @Test
    void decoratorAndInterceptorAreReportedInCdiLiteToo() {
        try (Logs logs = new Logs();
                App app = App.of(Greeter.class, Decorates.class, Traces.class)
                        .lite(LiteTest.NotSkipped.class)
                        .start()) {
            assertThat(passed(3, app.bean(Greets.class)::hi)).isEqualTo(3);
            assertThat(policies(app)).isEmpty();
            assertThat(about(logs, Decorates.class)).hasSize(1);
            assertThat(about(logs, Traces.class)).hasSize(1);
        }
    }

    @ApplicationScoped
    @RateLimit(limit = 2, key = "global")
    public static class InterceptsItself {
        @AroundInvoke
        Object around(InvocationContext invocation) throws Exception {
            return invocation.proceed();
        }

        public String hi() {
            return "hi";
        }
    }

    @Test
    void interceptorMethodOfABeanHasNoPolicy() {
        try (App app = App.of(InterceptsItself.class).start()) {
            assertThat(passed(4, app.bean(InterceptsItself.class)::hi)).isEqualTo(2);
            assertThat(policies(app)).containsExactly(InterceptsItself.class.getName() + "#hi()");
        }
    }

    // --- producers --------------------------------------------------------------------------------------------------

    public static class Made {
        @RateLimit(limit = 1, key = "global")
        public String hi() {
            return "hi";
        }
    }

    @RateLimit(limit = 1, key = "global")
    public static class OfField {
        public String hi() {
            return "hi";
        }
    }

    public interface OfInterface {
        @RateLimit(limit = 1, key = "global")
        String hi();
    }

    @Dependent
    public static class Maker {
        @Produces
        @Dependent
        OfField field = new OfField();

        @Produces
        public Made made() {
            return new Made();
        }

        @Produces
        public Optional<OfInterface> other() {
            return Optional.empty();
        }

        @Produces
        public OfInterface ofInterface() {
            return () -> "hi";
        }

        @RateLimit(limit = 1, key = "global")
        public void dispose(@Disposes Made made) {}
    }

    @Test
    void a13_classOfAProducedObjectIsReported() {
        try (Logs logs = new Logs();
                App app = App.of(Maker.class).start()) {
            assertThat(passed(3, app.bean(Made.class)::hi)).isEqualTo(3);
            assertThat(about(logs, Made.class))
                    .singleElement()
                    .asString()
                    .contains(Made.class.getName() + "#hi can never fire: an object that a producer makes");
            assertThat(about(logs, OfField.class)).hasSize(1);
            assertThat(about(logs, OfInterface.class)).hasSize(1);
            assertThat(about(logs, Maker.class))
                    .singleElement()
                    .asString()
                    .contains("#dispose can never fire: a disposer");
        }
    }

    @Dependent
    public static class FactoryMaker {
        @Produces
        @Dependent
        Made made(InterceptionFactory<Made> factory) {
            return factory.createInterceptedInstance(new Made());
        }
    }

    @Test
    void a13_objectThatAnInterceptionFactoryMakesIsReportedLikeAnyOther() {
        try (Logs logs = new Logs();
                App app = App.of(FactoryMaker.class).start()) {
            assertThat(passed(3, app.bean(Made.class)::hi)).isEqualTo(3);
            assertThat(about(logs, Made.class)).hasSize(1);
        }
    }

    @Test
    void disposerIsNeverRefused() {
        try (App app = App.of(Maker.class, Taker.class).start()) {
            assertThat(passed(3, app.bean(Taker.class)::take)).isEqualTo(3);
        }
    }

    @ApplicationScoped
    public static class Taker {
        @Inject
        Instance<Made> made;

        public void take() {
            made.destroy(made.get());
        }
    }

    // --- classes that are no beans ----------------------------------------------------------------------------------

    @Alternative
    @ApplicationScoped
    public static class Disabled {
        @RateLimit(limit = 1, key = "global")
        public String hi() {
            return "hi";
        }
    }

    @Alternative
    @ApplicationScoped
    @RateLimit(limit = 1, key = "global")
    public static class WholeDisabled {
        public String hi() {
            return "hi";
        }

        public String ho() {
            return "ho";
        }
    }

    @Test
    void disabledAlternativeIsReportedWithACureThatHelps() {
        try (Logs logs = new Logs();
                App app = App.of(Disabled.class, WholeDisabled.class, Greeter.class)
                        .start()) {
            assertThat(policies(app)).isEmpty();
            assertThat(about(logs, Disabled.class))
                    .containsExactly("HG0010: @RateLimit on " + Disabled.class.getName() + "#hi can never fire: "
                            + Disabled.class.getName() + " is not a CDI bean of this application (disabled alternative,"
                            + " vetoed, or without a scope annotation)");
            assertThat(about(logs, WholeDisabled.class))
                    .as("once for the class")
                    .singleElement()
                    .asString()
                    .startsWith("HG0010: @RateLimit on " + WholeDisabled.class.getName() + " can never fire");
        }
    }

    @RegisterRestClient
    public interface Shared {
        @GET
        @RateLimit(name = "shared", limit = 1, key = "global")
        String get();
    }

    @ApplicationScoped
    @Path("shared")
    public static class Server implements Shared {
        @Override
        public String get() {
            return "server";
        }
    }

    @Test
    void restClientThatAResourceImplementsIsNotReported() {
        try (Logs logs = new Logs();
                App app = App.of(Server.class, Shared.class).rest().start()) {
            assertThat(app.get("/shared").statusCode()).isEqualTo(200);
            assertThat(app.get("/shared").statusCode()).isEqualTo(429);
            assertThat(about(logs, Shared.class)).isEmpty();
        }
        try (Logs logs = new Logs();
                App app = App.of(Shared.class, Greeter.class).start()) {
            assertThat(policies(app)).isEmpty();
            assertThat(about(logs, Shared.class)).as("alone").hasSize(1);
        }
    }

    // --- what looks like it and has an effect -----------------------------------------------------------------------

    public static class Plain {
        public String hi() {
            return "hi";
        }
    }

    @ApplicationScoped
    public static class Odd$$Name extends Plain {
        @Override
        @RateLimit(limit = 1, key = "global")
        public String hi() {
            return "hi";
        }
    }

    @ApplicationScoped
    public static class My_Subclass extends Plain {
        @Override
        @RateLimit(limit = 1, key = "global")
        public String hi() {
            return "hi";
        }
    }

    @Test
    void beanThatIsCalledLikeAProxyIsLimited() {
        try (App app = App.of(Odd$$Name.class, My_Subclass.class).start()) {
            assertThat(passed(3, app.bean(Odd$$Name.class)::hi)).isEqualTo(1);
            assertThat(passed(3, app.bean(My_Subclass.class)::hi)).isEqualTo(1);
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    public @interface Calm {}

    @Calm
    public static class Stereotyped {
        public String hi() {
            return "hi";
        }
    }

    @RateLimit(limit = 2, key = "global")
    public static class Carrier {}

    @RateLimit(limit = 9, key = "global")
    public static class Base {
        public String hi() {
            return "hi";
        }
    }

    @ApplicationScoped
    public static class Below extends Base {}

    public static class Annotator implements Extension {
        void addStereotype(@Observes BeforeBeanDiscovery event) {
            event.addStereotype(
                    Calm.class, Carrier.class.getAnnotation(RateLimit.class), ApplicationScoped.Literal.INSTANCE);
        }

        void annotate(@Observes ProcessAnnotatedType<Below> event) {
            event.configureAnnotatedType().add(Carrier.class.getAnnotation(RateLimit.class));
        }
    }

    @Test
    void stereotypeThatAnExtensionAddsCounts() {
        try (App app = App.of(Stereotyped.class).extension(new Annotator()).start()) {
            assertThat(passed(3, app.bean(Stereotyped.class)::hi)).isEqualTo(2);
        }
    }

    @Test
    void classThatAnExtensionAnnotatesIsConfiguredByItsOwnName() {
        try (App app = App.of(Below.class)
                .extension(new Annotator())
                .with(Below.class.getName() + "/RateLimit/limit", "1")
                .start()) {
            assertThat(passed(3, app.bean(Below.class)::hi)).isEqualTo(1);
        }
        try (App app = App.of(Below.class).extension(new Annotator()).start()) {
            assertThat(passed(3, app.bean(Below.class)::hi))
                    .as("what it inherits is replaced")
                    .isEqualTo(2);
        }
    }

    // --- annotations that bear limits -------------------------------------------------------------------------------

    @Qualifier
    @RateLimit(limit = 1, key = "global")
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    public @interface Slow {}

    @ApplicationScoped
    @Slow
    public static class Composed {
        public String hi() {
            return "hi";
        }
    }

    @ApplicationScoped
    public static class ComposedMethod {
        @Slow
        public String hi() {
            return "hi";
        }
    }

    @Test
    void a17_annotationThatBearsALimitAndIsNoStereotypeIsReportedWhereItStands() {
        try (Logs logs = new Logs();
                App app = App.of(Composed.class, ComposedMethod.class).start()) {
            assertThat(passed(3, app.bean(ComposedMethod.class)::hi)).isEqualTo(3);
            assertThat(about(logs, Slow.class))
                    .satisfiesExactlyInAnyOrder(
                            warning -> assertThat(warning)
                                    .contains(Slow.class.getName() + " does not limit " + Composed.class.getName()
                                            + ": "),
                            warning -> assertThat(warning)
                                    .contains(Slow.class.getName() + " does not limit " + ComposedMethod.class.getName()
                                            + "#hi: "));
        }
    }
}
