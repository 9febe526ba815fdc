package io.headgate.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.OnStoreFailure;
import io.headgate.RateLimit;
import io.headgate.testing.App;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form of headers and bodies that configuration and requests choose. */
class AnswerTest {

    @ApplicationScoped
    @Path("answer")
    public static class Answering {
        @GET
        @RateLimit(name = "few", limit = 2, window = "60s", key = "global")
        @RateLimit(name = "many", limit = 100, window = "3600s", key = "global")
        public String get() {
            return "answer";
        }

        @GET
        @Path("none")
        @RateLimit(name = "none", limit = 0, key = "global", onStoreFailure = OnStoreFailure.DENY)
        public String none() {
            return "none";
        }
    }

    @Provider
    @ApplicationScoped
    @Priority(Priorities.HEADER_DECORATOR)
    public static class Cors implements ContainerResponseFilter {
        @Override
        public void filter(ContainerRequestContext request, ContainerResponseContext response) {
            response.getHeaders().putSingle("Access-Control-Allow-Origin", "*");
            response.getHeaders().putSingle("Access-Control-Expose-Headers", "X-Own, retry-after");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
        # configured | Accept                                    | Content-Type               | body begins with
        json         | -                                         | application/json           | {"error":"rate limit exceeded","retry_after":61}
        json         | */*                                       | application/json           | {"error"
        json         | text/html, image/png                      | application/json           | {"error"
        json         | application/problem+json                  | application/problem+json   | {"type":"https://iana.org/assignments/http-problem-types#quota-exceeded","title":"rate limit exceeded","status":429,"violated-policies":["few"],"retry_after":61}
        json         | application/json;q=0.1, text/plain        | text/plain;charset=UTF-8   | rate limit exceeded, retry after 61 s
        problem      | */*                                       | application/problem+json   | {"type":
        problem      | application/json                          | application/json           | {"error"
        text         | -                                         | text/plain;charset=UTF-8   | rate limit exceeded, retry after 61 s
        """)
    void bodyFollowsTheRequestAndThenTheConfiguration(String configured, String accept, String type, String body) {
        try (App app = App.of(Answering.class)
                .with("ratelimit.body", configured)
                .rest()
                .start()) {
            app.get("/answer");
            app.get("/answer");
            HttpResponse<String> denied = accept == null ? app.get("/answer") : app.get("/answer", "Accept", accept);
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().allValues("Content-Type")).containsExactly(type);
            assertThat(denied.body()).startsWith(body);
        }
    }

    @Test
    void malformedAcceptIsRefusedLikeAnyOtherWhereNoResourceIsReached() {
        try (App app = App.of(Answering.class)
                .with("ratelimit.policies", "all")
                .with("ratelimit.policy.all.key", "global")
                .with("ratelimit.policy.all.limit", "0")
                .rest()
                .start()) {
            for (String path : List.of("/nope", "/answer")) {
                assertThat(app.get(path, "Accept", "text/html;q=abc").statusCode())
                        .as(path)
                        .isEqualTo(429);
            }
            assertThat(app.send("DELETE", "/answer", "Accept", "text/html;q=abc")
                            .statusCode())
                    .isEqualTo(429);
        }
    }

    @Provider
    @ApplicationScoped
    public static class Compressing implements ContainerResponseFilter {
        @Override
        public void filter(ContainerRequestContext request, ContainerResponseContext response) {
            response.getHeaders().putSingle("Content-Encoding", "gzip");
            response.getHeaders().putSingle("ETag", "\"1\"");
            response.getHeaders().putSingle("X-Own", "kept");
        }
    }

    @Test
    void lateRefusalDropsTheHeadersOfTheEntityThatItReplaces() {
        try (App app = App.of(Compressing.class)
                .with("ratelimit.policies", "all")
                .with("ratelimit.policy.all.key", "global")
                .with("ratelimit.policy.all.limit", "0")
                .rest()
                .start()) {
            HttpResponse<String> denied = app.get("/nope");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().map()).doesNotContainKeys("content-encoding", "etag");
            assertThat(denied.headers().firstValue("X-Own")).contains("kept");
        }
    }

    @Test
    void waitThatNeverHelpsIsNotPromised() {
        try (App app = App.of(Answering.class).rest().start()) {
            HttpResponse<String> denied = app.get("/answer/none");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.body()).isEqualTo("{\"error\":\"rate limit exceeded\"}");
            assertThat(denied.headers().firstValue("Retry-After")).isEmpty();
            assertThat(denied.headers().firstValue("X-RateLimit-Reset")).isEmpty();
            assertThat(denied.headers().allValues("X-RateLimit-Limit")).containsExactly("0");
            assertThat(denied.headers().allValues("X-RateLimit-Remaining")).containsExactly("0");
        }
    }

    @Test
    void ietfHeadersShowEveryPolicy() {
        try (App app =
                App.of(Answering.class).with("ratelimit.headers", "ietf").rest().start()) {
            HttpResponse<String> response = app.get("/answer");
            assertThat(response.headers().allValues("RateLimit-Policy"))
                    .containsExactly("\"few\";q=2;w=60, \"many\";q=100;w=3600");
            assertThat(response.headers().allValues("RateLimit"))
                    .containsExactly("\"few\";r=1;t=61, \"many\";r=99;t=3601");
            assertThat(response.headers().firstValue("X-RateLimit-Limit")).isEmpty();
        }
    }

    @Test
    void f11_theWindowOfACalendarIsThePresentOne() {
        try (App app = App.of(Answering.class)
                .with("ratelimit.headers", "ietf")
                .with("ratelimit.policy.few.window", "P1M")
                .with("ratelimit.policy.few.algorithm", "fixed-window")
                .rest()
                .start()) {
            app.clock().advance(Duration.between(app.clock().instant(), Instant.parse("2027-02-28T23:59:58.5Z")));
            HttpResponse<String> response = app.get("/answer");
            assertThat(response.headers().firstValue("RateLimit-Policy").orElseThrow())
                    .startsWith("\"few\";q=2;w=" + Duration.ofDays(28).toSeconds());
            assertThat(response.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"few\";r=1;t=2,");
        }
    }

    @Test
    void bothFamiliesOfHeadersOrNone() {
        try (App app = App.of(Answering.class)
                .with("ratelimit.headers", "x-ratelimit,ietf")
                .rest()
                .start()) {
            HttpResponse<String> response = app.get("/answer");
            assertThat(response.headers().firstValue("RateLimit")).isPresent();
            assertThat(response.headers().firstValue("X-RateLimit-Limit")).isPresent();
        }
        try (App app =
                App.of(Answering.class).with("ratelimit.headers", "none").rest().start()) {
            app.get("/answer");
            app.get("/answer");
            HttpResponse<String> denied = app.get("/answer");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().map().keySet()).noneMatch(name -> name.startsWith("ratelimit"));
            assertThat(denied.headers().map().keySet()).noneMatch(name -> name.startsWith("x-ratelimit"));
            assertThat(denied.headers().allValues("Retry-After")).containsExactly("61");
        }
    }

    @Test
    void headersAreExposedToScriptsOfOtherOriginsInAdditionToTheApplicationsOwn() {
        try (App app = App.of(Answering.class, Cors.class).rest().start()) {
            assertThat(exposed(app.get("/answer"))).as("no Origin: untouched").containsExactly("X-Own, retry-after");
            assertThat(exposed(app.get("/answer", "Origin", "https://example.org")))
                    .containsExactly("X-Own, retry-after, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset");
            HttpResponse<String> denied = app.get("/answer", "Origin", "https://example.org");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().firstValue("Access-Control-Allow-Origin"))
                    .contains("*");
            assertThat(exposed(denied)).hasSize(1);
        }
        try (App app = App.of(Answering.class, Cors.class)
                .with("ratelimit.headers.expose", "false")
                .rest()
                .start()) {
            assertThat(exposed(app.get("/answer", "Origin", "https://example.org")))
                    .containsExactly("X-Own, retry-after");
        }
    }

    private static List<String> exposed(HttpResponse<String> response) {
        return response.headers().allValues("Access-Control-Expose-Headers");
    }
}
