package io.headgate.internal.cdi;

import static io.headgate.testing.Calls.passed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.RateLimit;
import io.headgate.RateLimitExceededException;
import io.headgate.testing.App;
import io.headgate.testing.Logs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Limited methods of CDI beans, in Weld. */
class InterceptorTest {

    // --- where an annotation counts ---------------------------------------------------------------------------------

    public interface Api {
        @RateLimit(limit = 1, key = "global")
        String hi();
    }

    @ApplicationScoped
    public static class ImplementsApi implements Api {
        @Override
        public String hi() {
            return "hi";
        }
    }

    @Test
    void a01_annotationOnAnInterfaceDoesNotCountAndIsReported() {
        try (Logs logs = new Logs();
                App app = App.of(ImplementsApi.class).start()) {
            assertThat(passed(4, app.bean(ImplementsApi.class)::hi)).isEqualTo(4);
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains(Api.class.getName() + "#hi"))
                    .hasSize(1);
        }
    }

    public abstract static class Template {
        @RateLimit(limit = 1, key = "global")
        public abstract String run();
    }

    @ApplicationScoped
    public static class Overrides extends Template {
        @Override
        public String run() {
            return "ran";
        }
    }

    @Test
    void a02_annotationOnAnOverriddenMethodDoesNotCountAndIsReported() {
        try (Logs logs = new Logs();
                App app = App.of(Overrides.class).start()) {
            assertThat(passed(4, app.bean(Overrides.class)::run)).isEqualTo(4);
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains(Overrides.class.getName() + "#run"))
                    .hasSize(1);
        }
    }

    @RateLimit(limit = 9, key = "global")
    public static class Base {
        public String m1() {
            return "base";
        }

        @RateLimit(limit = 3, key = "global")
        public String m2() {
            return "base";
        }

        @RateLimit(limit = 2, key = "global")
        public String m3() {
            return "base";
        }

        public String m4() {
            return "base";
        }
    }

    @ApplicationScoped
    @RateLimit(limit = 5, key = "global")
    public static class Sub extends Base {
        @Override
        public String m1() {
            return "sub";
        }

        @Override
        public String m2() {
            return "sub";
        }
    }

    @ApplicationScoped
    public static class Inheriting extends Base {}

    @Test
    void a03_nearestClassAnnotationCountsAndAMethodAnnotationReplacesIt() {
        try (App app = App.of(Sub.class, Inheriting.class).start()) {
            Sub sub = app.bean(Sub.class);
            assertThat(passed(20, sub::m1)).as("m1").isEqualTo(5);
            assertThat(passed(20, sub::m2))
                    .as("m2, whose override dropped the 3")
                    .isEqualTo(5);
            assertThat(passed(20, sub::m3)).as("m3").isEqualTo(2);
            assertThat(passed(20, sub::m4)).as("m4").isEqualTo(5);
            Inheriting inheriting = app.bean(Inheriting.class);
            assertThat(passed(20, inheriting::m1)).as("inherited class level").isEqualTo(9);
            assertThat(passed(20, inheriting::m2)).as("inherited method").isEqualTo(3);
        }
    }

    @Stereotype
    @RateLimit(limit = 5, key = "global")
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Public {}

    @Public
    @ApplicationScoped
    @RateLimit(limit = 2, key = "global")
    public static class StereotypeAndOwn {
        public String hi() {
            return "hi";
        }
    }

    @Public
    @ApplicationScoped
    public static class StereotypeAlone {
        public String hi() {
            return "hi";
        }
    }

    @Test
    void a05_ownAnnotationBeatsTheStereotypes() {
        try (App app = App.of(StereotypeAndOwn.class, StereotypeAlone.class).start()) {
            assertThat(passed(9, app.bean(StereotypeAndOwn.class)::hi)).isEqualTo(2);
            assertThat(passed(9, app.bean(StereotypeAlone.class)::hi)).isEqualTo(5);
        }
    }

    @ApplicationScoped
    public static class Repeated {
        @RateLimit(limit = 2, window = "1s", algorithm = Algorithm.FIXED_WINDOW, key = "global")
        @RateLimit(limit = 5, window = "1m", algorithm = Algorithm.FIXED_WINDOW, key = "global")
        public String method() {
            return "done";
        }
    }

    @ApplicationScoped
    @RateLimit(limit = 2, window = "1s", algorithm = Algorithm.FIXED_WINDOW, key = "global")
    @RateLimit(limit = 5, window = "1m", algorithm = Algorithm.FIXED_WINDOW, key = "global")
    public static class RepeatedOnClass {
        public String method() {
            return "done";
        }
    }

    @Test
    void a06_severalAnnotationsOnOneElementAllApply() {
        try (App app = App.of(Repeated.class, RepeatedOnClass.class).start()) {
            repeated(app, app.bean(Repeated.class)::method);
        }
        try (App app = App.of(Repeated.class, RepeatedOnClass.class).start()) {
            repeated(app, app.bean(RepeatedOnClass.class)::method);
        }
    }

    private static void repeated(App app, Runnable call) {
        assertThat(passed(3, call)).as("first second").isEqualTo(2);
        app.clock().advance(Duration.ofMillis(1100));
        assertThat(passed(3, call)).as("second second").isEqualTo(2);
        app.clock().advance(Duration.ofMillis(1100));
        assertThat(passed(2, call))
                .as("third second: one is left in the minute")
                .isEqualTo(1);
        app.clock().advance(Duration.ofMillis(1100));
        assertThat(passed(2, call)).as("the minute is used up").isZero();
    }

    @RateLimit(limit = 7, key = "global")
    public static class SingleBase {
        public String hi() {
            return "hi";
        }
    }

    @ApplicationScoped
    @RateLimit(limit = 2, window = "1m", key = "global")
    @RateLimit(limit = 3, window = "1h", key = "global")
    public static class RepeatedBelowSingle extends SingleBase {}

    @Test
    void repeatedAnnotationsReplaceAnInheritedSingleOne() {
        try (App app = App.of(RepeatedBelowSingle.class).start()) {
            RepeatedBelowSingle bean = app.bean(RepeatedBelowSingle.class);
            assertThat(passed(5, bean::hi)).isEqualTo(2);
            app.clock().advance(Duration.ofMinutes(5));
            assertThat(passed(5, bean::hi)).as("the hour has one left").isEqualTo(1);
        }
    }

    // --- what can never fire ----------------------------------------------------------------------------------------

    @Dependent
    public static class Unreachable {
        @RateLimit(limit = 1, key = "global")
        private String step() {
            return "step";
        }

        @RateLimit(limit = 1, key = "global")
        public static String ping() {
            return "pong";
        }

        @RateLimit(limit = 1, key = "global")
        public final String fixed() {
            return "fixed";
        }

        @Produces
        @RateLimit(limit = 1, key = "global")
        public StringBuilder made() {
            return new StringBuilder(step());
        }
    }

    @Dependent
    @RateLimit(limit = 1, key = "global")
    public static final class FinalClass {
        public String hi() {
            return "hi";
        }
    }

    @Test
    void finalClassIsReported() {
        try (Logs logs = new Logs();
                App app = App.of(FinalClass.class).start()) {
            assertThat(passed(3, app.bean(FinalClass.class)::hi)).isEqualTo(3);
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains(FinalClass.class.getName() + "#hi"))
                    .hasSize(1);
        }
    }

    public static class Unmanaged {
        @RateLimit(limit = 1, key = "global")
        public String hi() {
            return "hi";
        }
    }

    @Test
    void a07_annotationsThatCanNeverFireAreReportedOnceEach() {
        try (Logs logs = new Logs();
                App app = App.of(Unreachable.class).start()) {
            assertThat(passed(3, app.bean(Unreachable.class)::fixed)).isEqualTo(3);
            for (String method : List.of("step", "ping", "fixed", "made")) {
                assertThat(logs.warnings())
                        .as(method)
                        .filteredOn(
                                line -> line.contains(Unreachable.class.getName() + "#" + method + " can never fire"))
                        .hasSize(1);
            }
        }
    }

    @Test
    void classThatNobodyManagesIsReported() {
        Extension veto = new Vetoer();
        try (Logs logs = new Logs();
                App app = App.of(Unmanaged.class, Sub.class).extension(veto).start()) {
            assertThat(passed(2, app.bean(Sub.class)::m3)).isEqualTo(2);
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains(Unmanaged.class.getName() + " is not a CDI bean"))
                    .hasSize(1);
        }
    }

    public static class Vetoer implements Extension {
        void veto(@Observes ProcessAnnotatedType<Unmanaged> event) {
            event.veto();
        }
    }

    // --- how calls are counted --------------------------------------------------------------------------------------

    @ApplicationScoped
    public static class CallsItself {
        public String outer() {
            return inner();
        }

        @RateLimit(limit = 1, key = "global")
        public String inner() {
            return "inner";
        }
    }

    @Test
    void a10_callOnThisIsNotIntercepted() {
        try (App app = App.of(CallsItself.class).start()) {
            CallsItself bean = app.bean(CallsItself.class);
            assertThat(passed(3, bean::outer)).isEqualTo(3);
            assertThat(passed(3, bean::inner)).as("from outside it is").isEqualTo(1);
        }
    }

    @ApplicationScoped
    public static class AnnotatedByExtension {
        public String hi() {
            return "hi";
        }
    }

    public static class Annotator implements Extension {
        void annotate(@Observes ProcessAnnotatedType<AnnotatedByExtension> event) {
            RateLimit limit = Carrier.class.getAnnotation(RateLimit.class);
            event.configureAnnotatedType()
                    .filterMethods(method -> method.getJavaMember().getName().equals("hi"))
                    .forEach(method -> method.add(limit));
        }
    }

    @RateLimit(limit = 2, key = "global")
    public static class Carrier {}

    @Test
    void a28_annotationThatAnExtensionAddsCounts() {
        try (App app =
                App.of(AnnotatedByExtension.class).extension(new Annotator()).start()) {
            assertThat(passed(3, app.bean(AnnotatedByExtension.class)::hi)).isEqualTo(2);
        }
    }

    @ApplicationScoped
    public static class Asynchronous {
        final AtomicInteger ran = new AtomicInteger();

        @RateLimit(limit = 1, key = "global")
        public CompletionStage<String> stage() {
            ran.incrementAndGet();
            return CompletableFuture.completedFuture("done");
        }

        @RateLimit(limit = 1, key = "global")
        public CompletableFuture<String> future() {
            ran.incrementAndGet();
            return CompletableFuture.completedFuture("done");
        }

        public int ran() {
            return ran.get();
        }
    }

    @Test
    void a25_deniedAsynchronousMethodReturnsAFailedStageAndDoesNotRun() {
        try (App app = App.of(Asynchronous.class).start()) {
            Asynchronous bean = app.bean(Asynchronous.class);
            assertThat(bean.stage().toCompletableFuture()).isCompletedWithValue("done");
            assertThat(bean.future()).isCompletedWithValue("done");
            assertThat(bean.stage().toCompletableFuture())
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                    .withCauseInstanceOf(RateLimitExceededException.class);
            assertThat(bean.future()).isCompletedExceptionally();
            assertThat(bean.ran()).isEqualTo(2);
        }
    }

    @ApplicationScoped
    public static class Denied {
        @RateLimit(name = "denied", limit = 1, window = "10s", key = "global", algorithm = Algorithm.FIXED_WINDOW)
        public String hi() {
            return "hi";
        }
    }

    @Test
    void exceptionTellsThePolicyAndTheWait() {
        try (App app = App.of(Denied.class).start()) {
            Denied bean = app.bean(Denied.class);
            bean.hi();
            assertThatThrownBy(bean::hi)
                    .isInstanceOfSatisfying(RateLimitExceededException.class, exceeded -> {
                        Decision decision = exceeded.verdict().governing().orElseThrow();
                        assertThat(decision.policy()).isEqualTo("denied");
                        assertThat(decision.retryAfter()).contains(Duration.ofSeconds(10));
                    })
                    .hasMessageContaining("denied")
                    .hasMessageContaining("PT10S");
        }
    }

    @SessionScoped
    public static class Passivated implements Serializable {
        private static final long serialVersionUID = 1L;

        @RateLimit(limit = 1, key = "global")
        public String hi() {
            return "hi";
        }
    }

    @Test
    void beanThatIsPassivatedDeploys() {
        try (Logs logs = new Logs();
                App app = App.of(Passivated.class).start()) {
            assertThat(logs.warnings()).noneMatch(line -> line.contains("never fire"));
            assertThat(app.bean(Passivated.class)).isNotNull();
        }
    }

    @ApplicationScoped
    public static class TwoWindows {
        @RateLimit(limit = 1, window = "1s", algorithm = Algorithm.FIXED_WINDOW, key = "global")
        @RateLimit(limit = 6, window = "1h", algorithm = Algorithm.FIXED_WINDOW, key = "global")
        public String hi() {
            return "hi";
        }
    }

    @Test
    void f07_callThatOneLimitRefusesUsesNothingOfTheOther() {
        try (App app = App.of(TwoWindows.class).start()) {
            TwoWindows bean = app.bean(TwoWindows.class);
            assertThat(passed(6, bean::hi)).isEqualTo(1);
            for (int second = 2; second <= 6; second++) {
                app.clock().advance(Duration.ofMillis(1100));
                assertThat(passed(1, bean::hi))
                        .as("call %d of the hour", second)
                        .isEqualTo(1);
            }
            app.clock().advance(Duration.ofMillis(1100));
            assertThat(passed(1, bean::hi)).as("the hour is used up").isZero();
        }
    }

    @ApplicationScoped
    public static class Shared {
        @RateLimit(limit = 200, key = "global")
        public String a() {
            return "a";
        }

        @RateLimit(limit = 2, key = "global")
        public String b() {
            return "b";
        }

        @RateLimit(name = "shared", limit = 3, key = "global")
        public String c() {
            return "c";
        }

        @RateLimit(name = "shared")
        public String d() {
            return "d";
        }
    }

    @Test
    void f15_limitsAreSeparateUnlessTheyShareAName() {
        try (App app = App.of(Shared.class).start()) {
            Shared bean = app.bean(Shared.class);
            assertThat(passed(3, bean::a)).isEqualTo(3);
            assertThat(passed(2, bean::b)).isEqualTo(2);
            assertThat(passed(2, bean::c) + passed(2, bean::d)).isEqualTo(3);
        }
    }
}
