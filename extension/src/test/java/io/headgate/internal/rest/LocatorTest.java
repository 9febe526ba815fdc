package io.headgate.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimit;
import io.headgate.testing.App;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Limits on the way to a sub-resource, and there. Jersey runs locators before the filter. */
class LocatorTest {

    @Path("plain")
    public static class Plain {
        @Path("child")
        public Child child() {
            return new Child();
        }
    }

    @Path("bean")
    @RequestScoped
    public static class Bean {
        @Path("two")
        @RateLimit(name = "locator", limit = 2, key = "global")
        public Child two() {
            return new Child();
        }

        @Path("shared")
        @RateLimit(name = "child", limit = 3, key = "global", cost = 2)
        public Child shared() {
            return new Child();
        }
    }

    public static class Child {
        @GET
        @RateLimit(name = "child", limit = 3, key = "global")
        public String get() {
            return "child";
        }

        @GET
        @Path("free")
        public String free() {
            return "free";
        }
    }

    private static List<String> answers(App app, String path, int times) {
        return Stream.generate(() -> app.get(path))
                .limit(times)
                .map(response -> response.statusCode() + " " + header(response, "X-RateLimit-Limit") + " "
                        + header(response, "X-RateLimit-Remaining"))
                .toList();
    }

    private static String header(HttpResponse<String> response, String name) {
        List<String> values = response.headers().allValues(name);
        return values.isEmpty() ? "-" : String.join(",", values);
    }

    @Test
    void b05_methodOfASubResourceIsLimited() {
        try (App app = App.of().rest(Plain.class).start()) {
            assertThat(answers(app, "/plain/child", 4)).containsExactly("200 3 2", "200 3 1", "200 3 0", "429 3 0");
        }
    }

    @Test
    void b05_whatALocatorPaidIsShownWhereItHasLeastLeft() {
        try (App app = App.of(Bean.class).rest().start()) {
            assertThat(answers(app, "/bean/two", 3)).containsExactly("200 2 1", "200 2 0", "429 2 0");
            assertThat(answers(app, "/bean/two/free", 1)).containsExactly("429 2 0");
        }
    }

    @Test
    void b05_whatALocatorPaidIsNotPaidAgain() {
        try (App app = App.of(Bean.class).rest().start()) {
            assertThat(answers(app, "/bean/shared", 2)).containsExactly("200 3 1", "429 3 1");
        }
    }

    @Test
    void b05_whatALocatorPaidIsShownWhereNothingIsFoundBehindIt() {
        try (App app = App.of(Bean.class).rest().start()) {
            assertThat(answers(app, "/bean/two/nothing", 3)).containsExactly("404 2 1", "404 2 0", "429 2 0");
        }
    }

    @Test
    void b05_aRefusalOfALocatorIsNotHiddenByAConfiguredPolicy() {
        try (App app = App.of(Bean.class)
                .rest()
                .with("ratelimit.policies", "all")
                .with("ratelimit.policy.all.limit", "50")
                .with("ratelimit.policy.all.key", "global")
                .start()) {
            assertThat(answers(app, "/bean/two", 3)).containsExactly("200 2 1", "200 2 0", "429 2 0");
        }
    }
}
