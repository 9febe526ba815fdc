package io.headgate.internal.cdi;

import static io.headgate.testing.Calls.passed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.RateLimit;
import io.headgate.testing.App;
import io.headgate.testing.Logs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The build-compatible extension: the same application where the portable one is absent. */
class LiteTest {

    /** Weld prefers portable extensions and skips what declares to have one. */
    public static class NotSkipped implements BuildCompatibleExtension {
        private final RateLimitBuildCompatibleExtension extension = new RateLimitBuildCompatibleExtension();

        @Discovery
        public void addRedis(ScannedClasses classes) {
            extension.addOptionalBeans(classes);
        }

        @Enhancement(types = Object.class, withSubtypes = true)
        public void bind(ClassConfig type) {
            extension.bind(type);
        }

        @Registration(types = Object.class)
        public void register(BeanInfo bean) {
            extension.register(bean);
        }

        @Synthesis
        public void addPlan(SyntheticComponents components) {
            extension.addPlan(components);
        }
    }

    @RateLimit(limit = 9, key = "global")
    public static class Base {
        @RateLimit(limit = 2, key = "global")
        public String inherited() {
            return "inherited";
        }

        public String ofClass() {
            return "class";
        }
    }

    @ApplicationScoped
    @RateLimit(limit = 3, key = "global")
    public static class Bean extends Base {
        @RateLimit(limit = 1, key = "global")
        public String own() {
            return "own";
        }
    }

    @Stereotype
    @RateLimit(limit = 1, key = "global")
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Public {}

    @Public
    @ApplicationScoped
    public static class Stereotyped {
        public String hi() {
            return "hi";
        }
    }

    @ApplicationScoped
    @Path("lite")
    public static class Resource {
        @GET
        @RateLimit(name = "lite", limit = 2, key = "global")
        public String get() {
            return "lite";
        }
    }

    @ApplicationScoped
    public static class Wrong {
        @RateLimit(window = "soon", key = "global")
        public String hi() {
            return "hi";
        }
    }

    @Test
    void extensionIsFoundByItsServiceFile() {
        assertThat(ServiceLoader.load(BuildCompatibleExtension.class).stream()
                        .map(ServiceLoader.Provider::type)
                        .filter(RateLimitBuildCompatibleExtension.class::equals))
                .hasSize(1);
    }

    @Test
    void portableExtensionIsAbsent() {
        try (App app = App.of(Bean.class).lite(NotSkipped.class).start()) {
            assertThat(CDI.current().select(RateLimitExtension.class).isUnsatisfied())
                    .isTrue();
            assertThat(app.bean(PlanSource.class).plan().intercepted()).hasSize(3);
        }
    }

    @Test
    void beansAreLimited() {
        try (App app =
                App.of(Bean.class, Stereotyped.class).lite(NotSkipped.class).start()) {
            Bean bean = app.bean(Bean.class);
            assertThat(passed(12, bean::own)).isEqualTo(1);
            assertThat(passed(12, bean::inherited)).isEqualTo(2);
            assertThat(passed(12, bean::ofClass)).isEqualTo(3);
            assertThat(passed(12, app.bean(Stereotyped.class)::hi)).isEqualTo(1);
        }
    }

    @Test
    void resourcesAreLimitedOnce() {
        try (App app = App.of(Resource.class).lite(NotSkipped.class).rest().start()) {
            assertThat(app.get("/lite").headers().allValues("X-RateLimit-Remaining"))
                    .containsExactly("1");
            assertThat(app.get("/lite").statusCode()).isEqualTo(200);
            assertThat(app.get("/lite").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void mistakesStopTheStart() {
        assertThatThrownBy(() -> App.of(Wrong.class)
                        .with("ratelimit.policies", "addresses")
                        .with("ratelimit.policy.addresses.limit", "abc")
                        .lite(NotSkipped.class)
                        .start())
                .hasStackTraceContaining("soon")
                .hasStackTraceContaining("ratelimit.policy.addresses.limit");
    }

    @Test
    void tableIsLoggedAtTheStart() {
        try (Logs logs = new Logs();
                App app = App.of(Bean.class).lite(NotSkipped.class).start()) {
            assertThat(logs.at(java.util.logging.Level.INFO)).as("%s", app).anyMatch(line -> line.startsWith("HG0001"));
        }
    }
}
