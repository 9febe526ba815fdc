package io.headgate.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimit;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.policy.PolicyRegistry;
import io.headgate.internal.policy.PolicyResolver;
import io.headgate.internal.policy.PropertySource;
import io.headgate.testing.App;
import io.headgate.testing.Logs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Resources that CDI does not show, and methods of which it is not plain whose they are. */
class FirstSightTest {

    private static List<Integer> statuses(App app, String path, int calls) {
        return IntStream.range(0, calls)
                .mapToObj(call -> app.get(path).statusCode())
                .toList();
    }

    private static List<String> about(Logs logs, Class<?> type) {
        return logs.warnings().stream()
                .filter(line -> line.contains(type.getName()))
                .toList();
    }

    @Path("reports")
    public static class Reports {
        @GET
        @Path("small")
        @RateLimit(name = "reports", limit = 3, window = "1h", key = "global")
        public String small() {
            return "small";
        }

        @GET
        @Path("large")
        @RateLimit(name = "reports", cost = 2)
        public String large() {
            return "large";
        }
    }

    @Test
    void methodsOfOneClassCompleteEachOtherWhicheverIsAskedFirst() {
        try (App app = App.of().rest(Reports.class).start()) {
            assertThat(statuses(app, "/reports/large", 2)).containsExactly(200, 429);
            assertThat(statuses(app, "/reports/small", 2)).containsExactly(200, 429);
        }
        try (App app = App.of().rest(Reports.class).start()) {
            assertThat(statuses(app, "/reports/small", 1)).containsExactly(200);
            assertThat(statuses(app, "/reports/large", 2)).containsExactly(200, 429);
        }
    }

    @Test
    void propertyThatALaterResourceMayNeedIsNotCalledMeaninglessForGood() {
        try (Logs logs = new Logs();
                App app = App.of()
                        .with("ratelimit.policy.reports.limit", "4")
                        .rest(Reports.class)
                        .start()) {
            assertThat(statuses(app, "/reports/small", 5)).containsExactly(200, 200, 200, 200, 429);
            assertThat(logs.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("HG0101")
                    .contains("unless a resource that shows up later names it");
        }
    }

    @Path("uses")
    public static class Uses {
        @GET
        @RateLimit(name = "shared", key = "global")
        public String get() {
            return "uses";
        }
    }

    @Path("sets")
    public static class Sets {
        @GET
        @RateLimit(name = "shared", limit = 2)
        public String get() {
            return "sets";
        }
    }

    @Test
    void classThatShowsUpLaterSetsWhatNobodySet() {
        try (Logs logs = new Logs();
                App app = App.of().rest(Uses.class, Sets.class).start()) {
            assertThat(statuses(app, "/uses", 1)).containsExactly(200);
            assertThat(statuses(app, "/sets", 1)).containsExactly(200);
            assertThat(statuses(app, "/uses", 1)).as("one of two is used").containsExactly(429);
            assertThat(statuses(app, "/sets", 1)).containsExactly(429);
            assertThat(logs.at(Level.SEVERE)).isEmpty();
        }
    }

    @Path("contradicts")
    public static class Contradicts {
        @GET
        @Path("two")
        @RateLimit(name = "n", limit = 2, key = "global")
        public String two() {
            return "two";
        }

        @GET
        @Path("three")
        @RateLimit(name = "n", limit = 3, key = "global")
        public String three() {
            return "three";
        }

        @GET
        @Path("other")
        @RateLimit(name = "other", limit = 1, key = "global")
        public String other() {
            return "other";
        }
    }

    @Test
    void contradictionRefusesTheMethodsThatNameThePolicy() {
        try (Logs logs = new Logs();
                App app = App.of().rest(Contradicts.class).start()) {
            assertThat(statuses(app, "/contradicts/other", 2)).containsExactly(200, 429);
            assertThat(statuses(app, "/contradicts/two", 2)).containsExactly(500, 500);
            assertThat(statuses(app, "/contradicts/three", 1)).containsExactly(500);
            assertThat(logs.at(Level.SEVERE)).hasSize(2).allMatch(line -> line.contains("HG0206"));
        }
    }

    @Path("parent")
    public static class Locator {
        @Path("child")
        @RateLimit(limit = 1, key = "global")
        public Child child() {
            return new Child();
        }

        @RateLimit(limit = 1, key = "global")
        public void help() {}

        @RateLimit(limit = 1, key = "global")
        private void hidden() {}

        @GET
        public String get() {
            hidden();
            return "parent";
        }

        @GET
        @Path("again")
        public String again() {
            return "again";
        }
    }

    public static class Child {
        @GET
        public String get() {
            return "child";
        }
    }

    @Test
    void annotationsOfAnUnmanagedResourceThatHaveNoEffectAreReportedOnce() {
        try (Logs logs = new Logs();
                App app = App.of().rest(Locator.class).start()) {
            assertThat(statuses(app, "/parent/child", 2)).containsExactly(200, 200);
            assertThat(statuses(app, "/parent", 2)).containsExactly(200, 200);
            assertThat(statuses(app, "/parent/again", 1)).containsExactly(200);
            assertThat(about(logs, Locator.class))
                    .hasSize(3)
                    .anyMatch(line -> line.contains("#child can never fire: CDI did not show"))
                    .anyMatch(line -> line.contains("#help can never fire: CDI did not show"))
                    .anyMatch(line -> line.contains("#hidden can never fire: a private method"));
        }
    }

    @Path("whole")
    @RateLimit(limit = 1, key = "global")
    public static class Whole {
        @GET
        public String get() {
            return help();
        }

        public String help() {
            return "whole";
        }
    }

    @Test
    void annotationOfAClassThatLimitsItsResourceMethodsIsNotReported() {
        try (Logs logs = new Logs();
                App app = App.of().rest(Whole.class).start()) {
            assertThat(statuses(app, "/whole", 2)).containsExactly(200, 429);
            assertThat(about(logs, Whole.class)).isEmpty();
        }
    }

    public static class Base {
        @GET
        public String get() {
            return "base";
        }
    }

    @RateLimit(limit = 1, key = "global")
    public static class Unreadable extends Base {
        public void use(Missing missing) {}
    }

    public static class Missing {}

    @Test
    void classThatCannotBeExaminedIsReportedOnceAndNotLimited() throws Exception {
        PolicyResolver resolver = new PolicyResolver(PropertySource.EMPTY, Algorithms.supported());
        PolicyRegistry registry = resolver.resolve(List.of()).registry();
        Resources resources = new Resources(registry, resolver, type -> false);
        Class<?> unreadable = new WithoutMissing().loadClass(Unreadable.class.getName());
        try (Logs logs = new Logs()) {
            for (Method method : List.of(Base.class.getMethod("get"), Object.class.getMethod("toString"))) {
                Resources.Resource resource = resources.find(unreadable, method);
                assertThat(resource.wrong()).isFalse();
                assertThat(resource.uses()).isEmpty();
            }
            assertThat(logs.warnings()).singleElement().asString().startsWith("HG0011: " + Unreadable.class.getName());
        }
    }

    /** Loads a class of its own, and lacks one that it names. */
    private static final class WithoutMissing extends ClassLoader {

        WithoutMissing() {
            super(FirstSightTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(Missing.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            if (!name.equals(Unreadable.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream file = Objects.requireNonNull(getResourceAsStream(name.replace('.', '/') + ".class"))) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    // --- whose a method is ------------------------------------------------------------------------------------------

    public interface Encoding {
        @GET
        @Path("{any}")
        String get(@QueryParam("x") String x);
    }

    @ApplicationScoped
    @Path("bean")
    public static class EncodedBean implements Encoding {
        @Override
        @Encoded
        @RateLimit(name = "encoded", limit = 2, key = "global")
        public String get(String x) {
            return "bean";
        }
    }

    @Path("unmanaged")
    public static class EncodedUnmanaged implements Encoding {
        @Override
        @Encoded
        @RateLimit(name = "encoded", limit = 2, key = "global")
        public final String get(String x) {
            return "unmanaged";
        }
    }

    @Test
    void methodThatTheServerTakesForAResourceMethodAndHeadgateForABeansIsChargedOnce() {
        try (App app = App.of(EncodedBean.class).rest().start()) {
            assertThat(statuses(app, "/bean/1", 3)).containsExactly(200, 200, 429);
        }
    }

    @Test
    void methodThatTheServerTakesForAResourceMethodIsLimitedWhereNobodyInterceptsIt() {
        try (Logs logs = new Logs();
                App app = App.of().rest(EncodedUnmanaged.class).start()) {
            assertThat(statuses(app, "/unmanaged/1", 3)).containsExactly(200, 200, 429);
            assertThat(about(logs, EncodedUnmanaged.class)).isEmpty();
        }
    }

    // --- interfaces -------------------------------------------------------------------------------------------------

    public interface Reads {
        @GET
        @RateLimit(name = "reads", limit = 9, key = "global")
        default String get() {
            return "reads";
        }
    }

    public interface ReadsLess extends Reads {
        @Override
        @GET
        @RateLimit(name = "less", limit = 1, key = "global")
        default String get() {
            return "less";
        }
    }

    @ApplicationScoped
    @Path("specific")
    @SuppressWarnings("RedundantImplements")
    public static class Specific implements Reads, ReadsLess {}

    @Test
    void moreSpecificInterfaceCounts() {
        try (App app = App.of(Specific.class).rest().start()) {
            assertThat(statuses(app, "/specific", 2)).containsExactly(200, 429);
        }
    }

    public interface Bare {
        @GET
        String get();
    }

    @RateLimit(limit = 1, key = "global")
    public interface Below extends Bare {}

    @RateLimit(limit = 1, key = "global")
    public interface Direct {
        @GET
        String get();
    }

    @ApplicationScoped
    @Path("below")
    public static class OfBelow implements Below {
        @Override
        public String get() {
            return "below";
        }
    }

    @ApplicationScoped
    @Path("own")
    public static class OwnGet implements Direct {
        @Override
        @GET
        public String get() {
            return "own";
        }
    }

    @ApplicationScoped
    @Path("takes")
    public static class TakesOver implements Direct {
        @Override
        public String get() {
            return "takes";
        }
    }

    @Test
    void annotationOfAnInterfaceThatCountsForNoMethodIsReported() {
        try (Logs logs = new Logs();
                App app = App.of(OfBelow.class, OwnGet.class, TakesOver.class)
                        .rest()
                        .start()) {
            assertThat(statuses(app, "/below", 2)).containsExactly(200, 200);
            assertThat(statuses(app, "/own", 2)).containsExactly(200, 200);
            assertThat(statuses(app, "/takes", 2)).containsExactly(200, 429);
            assertThat(about(logs, OfBelow.class)).singleElement().asString().contains(Below.class.getName());
            assertThat(about(logs, OwnGet.class)).singleElement().asString().contains(Direct.class.getName());
            assertThat(about(logs, TakesOver.class)).isEmpty();
        }
    }
}
