package io.headgate.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.OnStoreFailure;
import io.headgate.RateLimit;
import io.headgate.testing.App;
import io.headgate.testing.Logs;
import io.headgate.testing.Parallel;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limited resources, in Jersey. */
class ResourceTest {

    // --- which resources are limited --------------------------------------------------------------------------------

    @Path("now")
    public interface Now {
        @GET
        String now();
    }

    @ApplicationScoped
    @Path("now")
    public static class LimitedNow implements Now {
        @Override
        @RateLimit(limit = 1, key = "global")
        public String now() {
            return "now";
        }
    }

    @Test
    void a18_resourceMethodsOfAnInterfaceAreLimitedByTheClass() {
        try (App app = App.of(LimitedNow.class).rest().start()) {
            assertThat(statuses(app, "/now", 2)).containsExactly(200, 429);
        }
        try (App app = App.of(LimitedNow.class).serve(Set.of(LimitedNow.class)).start()) {
            assertThat(statuses(app, "/now", 2)).as("listed").containsExactly(200, 429);
        }
    }

    public interface LimitedInterface {
        @GET
        @RateLimit(limit = 1, key = "global")
        String get();
    }

    @ApplicationScoped
    @Path("silent")
    public static class Silent implements LimitedInterface {
        @Override
        public String get() {
            return "silent";
        }
    }

    @ApplicationScoped
    @Path("outspoken")
    public static class Outspoken implements LimitedInterface {
        @GET
        @Override
        public String get() {
            return "outspoken";
        }
    }

    @Test
    void a19_annotationFollowsTheInheritanceOfRestAnnotations() {
        try (Logs logs = new Logs();
                App app = App.of(Silent.class, Outspoken.class).rest().start()) {
            assertThat(statuses(app, "/silent", 2)).containsExactly(200, 429);
            assertThat(statuses(app, "/outspoken", 3)).containsExactly(200, 200, 200);
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains(Outspoken.class.getName() + "#get"))
                    .hasSize(1);
        }
    }

    @Path("plain")
    public static class Plain {
        @GET
        @RateLimit(name = "plain", limit = 1, key = "global")
        public String get() {
            return "plain";
        }
    }

    @Test
    void a20_resourceThatIsNoBeanIsLimited() {
        try (App app = App.of().rest(Plain.class).start()) {
            assertThat(statuses(app, "/plain", 2)).containsExactly(200, 429);
        }
    }

    @Path("wrong")
    public static class Wrong {
        @GET
        @RateLimit(window = "soon", key = "global")
        public String get() {
            return "wrong";
        }

        @GET
        @Path("right")
        public String right() {
            return "right";
        }
    }

    @Test
    void wrongAnnotationSeenAtFirstSightAnswers500AndSaysWhy() {
        try (Logs logs = new Logs();
                App app = App.of().rest(Wrong.class).start()) {
            assertThat(statuses(app, "/wrong", 2)).containsExactly(500, 500);
            assertThat(statuses(app, "/wrong/right", 1)).containsExactly(200);
            assertThat(logs.at(java.util.logging.Level.SEVERE))
                    .hasSize(1)
                    .allMatch(line -> line.contains(Wrong.class.getName() + "#get") && line.contains("soon"));
        }
    }

    @Dependent
    @Path("final")
    public static class FinalMethod {
        @GET
        @RateLimit(limit = 1, key = "global")
        public final String get() {
            return "final";
        }
    }

    @Test
    void a08_finalResourceMethodIsLimited() {
        try (App app = App.of(FinalMethod.class).rest().start()) {
            assertThat(statuses(app, "/final", 2)).containsExactly(200, 429);
        }
    }

    public abstract static class Crud<K, T> {
        @GET
        @Path("{id}")
        @RateLimit(limit = 1, key = "global")
        public T find(@PathParam("id") K id) {
            return found(id);
        }

        abstract T found(K id);
    }

    @ApplicationScoped
    @Path("generic")
    public static class Generic extends Crud<String, String> {
        @Override
        public String find(String id) {
            return found(id);
        }

        @Override
        String found(String id) {
            return "found " + id;
        }
    }

    @Test
    void genericMethodThatIsOverriddenIsLimitedLikeTheOneAbove() {
        try (App app = App.of(Generic.class).rest().start()) {
            assertThat(statuses(app, "/generic/1", 2)).containsExactly(200, 429);
        }
    }

    @Test
    void b01_applicationThatListsItsClassesIsLimited() {
        try (App app = App.of().serve(Set.of(Plain.class)).start()) {
            HttpResponse<String> first = app.get("/plain");
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(single(first, "X-RateLimit-Limit")).isEqualTo("1");
            assertThat(app.get("/plain").statusCode()).isEqualTo(429);
        }
    }

    @Path("nowhere")
    public static class GetOnly {
        @GET
        public String get() {
            return "get";
        }
    }

    @Test
    void b02_unmatchedRequestsKeepTheirStatusAndAreCountedByConfiguredPolicies() {
        try (App app = configured("all", "limit", "4").rest(GetOnly.class).start()) {
            HttpResponse<String> missing = app.get("/nope");
            assertThat(missing.statusCode()).isEqualTo(404);
            assertThat(single(missing, "X-RateLimit-Remaining")).isEqualTo("3");
            HttpResponse<String> wrongMethod = app.send("DELETE", "/nowhere");
            assertThat(wrongMethod.statusCode()).isEqualTo(405);
            assertThat(single(wrongMethod, "X-RateLimit-Remaining")).isEqualTo("2");
            HttpResponse<String> notAcceptable = app.get("/nowhere", "Accept", "image/png");
            assertThat(single(notAcceptable, "X-RateLimit-Remaining")).isEqualTo("1");
            assertThat(app.get("/nowhere").statusCode()).isEqualTo(200);
            HttpResponse<String> denied = app.get("/nope");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.body()).startsWith("{\"error\":\"rate limit exceeded\",\"retry_after\":");
            assertThat(single(denied, "Content-Type")).isEqualTo("application/json");
        }
    }

    @Path("two")
    public static class Two {
        @GET
        @RateLimit(name = "two", limit = 10, key = "global", algorithm = Algorithm.FIXED_WINDOW)
        public String get() {
            return "two";
        }
    }

    @Test
    void b03_firstRequestsOfTwoApplicationsAreCountedExactly() throws Exception {
        try (App app = App.of()
                .serve(Set.of(Two.class))
                .serve(Set.of(Two.class, GetOnly.class))
                .start()) {
            List<Integer> statuses = Parallel.rounds(
                            Parallel.Threads.PLATFORM,
                            1,
                            50,
                            (round, thread) ->
                                    app.send(thread % 2, "GET", "/two").statusCode())
                    .get(0);
            assertThat(statuses).filteredOn(status -> status == 200).hasSize(10);
            assertThat(statuses).filteredOn(status -> status == 429).hasSize(40);
        }
    }

    @Test
    void b04_serverWithoutServletsCountsAllAddressesAsOneAndSaysSo() {
        try (Logs logs = new Logs();
                App app = configured("addresses", "key", "ip")
                        .with("ratelimit.policy.addresses.limit", "1")
                        .rest(GetOnly.class)
                        .start()) {
            assertThat(statuses(app, "/nowhere", 2)).containsExactly(200, 429);
            assertThat(logs.warnings())
                    .filteredOn(line -> line.startsWith("HG0021"))
                    .hasSize(1);
        }
    }

    /** What Helidon tells Jersey of each request, before any filter. */
    @Provider
    @PreMatching
    @ApplicationScoped
    public static class HelidonPeer implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            request.setProperty("io.helidon.jaxrs.remote-host", request.getHeaderString("X-Peer"));
        }
    }

    @Test
    void b04_serverWithoutServletsThatTellsTheAddressOfTheRequestCountsByIt() {
        try (App app = App.of(HelidonPeer.class)
                .with("ratelimit.policies", "addresses")
                .with("ratelimit.policy.addresses.key", "ip")
                .with("ratelimit.policy.addresses.limit", "2")
                .rest(GetOnly.class)
                .start()) {
            assertThat(app.get("/nowhere", "X-Peer", "192.0.2.1").statusCode()).isEqualTo(200);
            assertThat(app.get("/absent", "X-Peer", "192.0.2.1").statusCode()).isEqualTo(404);
            assertThat(app.get("/nowhere", "X-Peer", "192.0.2.1").statusCode()).isEqualTo(429);
            assertThat(app.get("/absent", "X-Peer", "192.0.2.1").statusCode()).isEqualTo(429);
            assertThat(app.get("/nowhere", "X-Peer", "192.0.2.2").statusCode()).isEqualTo(200);
        }
    }

    // --- who is counted ---------------------------------------------------------------------------------------------

    @Provider
    @ApplicationScoped
    @Priority(Priorities.AUTHENTICATION)
    public static class Authentication implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            String user = request.getHeaderString("X-User");
            if ("mallory".equals(user)) {
                request.abortWith(Response.status(401).build());
            } else if (user != null) {
                request.setSecurityContext(new User(user));
            }
        }
    }

    private static class User implements SecurityContext {
        private final String name;

        User(String name) {
            this.name = name;
        }

        @Override
        public Principal getUserPrincipal() {
            return () -> name;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return "TEST";
        }
    }

    @ApplicationScoped
    @Path("user")
    public static class PerUser {
        @GET
        @RateLimit(limit = 1, key = "user")
        public String get() {
            return "user";
        }
    }

    @Test
    void b06_usersAreCountedAfterAuthentication() {
        try (App app = App.of(Authentication.class, PerUser.class).rest().start()) {
            assertThat(app.get("/user", "X-User", "alice").statusCode()).isEqualTo(200);
            assertThat(app.get("/user", "X-User", "bob").statusCode()).isEqualTo(200);
            assertThat(app.get("/user", "X-User", "mallory").statusCode()).isEqualTo(401);
            assertThat(app.get("/user", "X-User", "alice").statusCode()).isEqualTo(429);
            assertThat(app.get("/user", "X-User", "mallory").statusCode())
                    .as("wrong credentials use no permit and meet no limit of a user")
                    .isEqualTo(401);
        }
    }

    @ApplicationScoped
    @Path("parts")
    public static class Parts {
        @GET
        @RateLimit(limit = 1, key = "header:A + header:B")
        public String get() {
            return "parts";
        }
    }

    @Test
    void f14_partsOfAKeyNeverRunIntoEachOther() {
        try (App app = App.of(Parts.class).rest().start()) {
            assertThat(app.get("/parts", "A", "a", "B", "bc").statusCode()).isEqualTo(200);
            assertThat(app.get("/parts", "A", "ab", "B", "c").statusCode()).isEqualTo(200);
            assertThat(app.get("/parts", "A", "a:b", "B", "c").statusCode()).isEqualTo(200);
            assertThat(app.get("/parts", "A", "a", "B", "b:c").statusCode()).isEqualTo(200);
            assertThat(app.get("/parts", "A", "a", "B", "bc").statusCode()).isEqualTo(429);
        }
    }

    // --- methods ----------------------------------------------------------------------------------------------------

    @ApplicationScoped
    @Path("methods")
    public static class Methods {
        @GET
        @RateLimit(name = "get", limit = 1, key = "global")
        public String get() {
            return "got";
        }

        @OPTIONS
        @Path("own")
        @RateLimit(name = "own", limit = 1, key = "global")
        public String options() {
            return "options";
        }

        @GET
        @Path("own")
        public String own() {
            return "own";
        }
    }

    @Test
    void b14_headCountsAsTheGetThatServesIt() {
        try (App app = App.of(Methods.class).rest().start()) {
            assertThat(app.get("/methods").statusCode()).isEqualTo(200);
            HttpResponse<String> head = app.send("HEAD", "/methods");
            assertThat(head.statusCode()).isEqualTo(429);
            assertThat(head.body()).isEmpty();
            assertThat(single(head, "X-RateLimit-Remaining")).isEqualTo("0");
            assertThat(single(head, "Retry-After")).isNotBlank();
        }
    }

    @Test
    void b15_preflightsAreFreeAndOwnOptionsMethodsAreNot() {
        String[] preflight = {"Origin", "https://example.org", "Access-Control-Request-Method", "GET"};
        try (App app = App.of(Methods.class)
                .with("ratelimit.policies", "all")
                .with("ratelimit.policy.all.key", "global")
                .with("ratelimit.policy.all.limit", "2")
                .rest()
                .start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(app.send("OPTIONS", "/methods").statusCode())
                        .as("automatic")
                        .isEqualTo(200);
                assertThat(app.send("OPTIONS", "/methods/own", preflight).statusCode())
                        .isEqualTo(200);
            }
            assertThat(app.send("OPTIONS", "/methods/own").statusCode()).isEqualTo(200);
            assertThat(app.send("OPTIONS", "/methods/own").statusCode()).isEqualTo(429);
            assertThat(app.get("/methods").statusCode())
                    .as("the preflights were free")
                    .isEqualTo(200);
            assertThat(app.send("OPTIONS", "/nope").statusCode())
                    .as("an OPTIONS that finds nothing counts")
                    .isEqualTo(429);
        }
    }

    @Provider
    @ApplicationScoped
    @PreMatching
    public static class RefusesPreflights implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            if (request.getMethod().equals("OPTIONS")) {
                request.abortWith(Response.status(403).build());
            }
        }
    }

    @Test
    void preflightThatTheApplicationRefusesIsFreeToo() {
        String[] preflight = {"Origin", "https://example.org", "Access-Control-Request-Method", "GET"};
        try (App app = App.of(Methods.class, RefusesPreflights.class)
                .with("ratelimit.policies", "all")
                .with("ratelimit.policy.all.key", "global")
                .with("ratelimit.policy.all.limit", "1")
                .rest()
                .start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(app.send("OPTIONS", "/methods", preflight).statusCode())
                        .isEqualTo(403);
            }
            assertThat(app.get("/methods").statusCode()).isEqualTo(200);
            assertThat(app.send("OPTIONS", "/methods").statusCode())
                    .as("no preflight, and refused")
                    .isEqualTo(429);
        }
    }

    // --- what a response shows --------------------------------------------------------------------------------------

    @ApplicationScoped
    public static class Quotes {
        @RateLimit(name = "quotes", limit = 1, window = "10s", key = "global", algorithm = Algorithm.FIXED_WINDOW)
        public String quote() {
            return "quote";
        }

        @RateLimit(name = "plenty", key = "global")
        public String plenty() {
            return "plenty";
        }

        @RateLimit(name = "later", limit = 1, key = "global")
        public CompletionStage<String> later() {
            return CompletableFuture.completedFuture("later");
        }
    }

    @ApplicationScoped
    @Path("quote")
    public static class QuoteResource {
        @Inject
        Quotes quotes;

        @GET
        public String get() {
            return quotes.quote();
        }

        @GET
        @Path("later")
        public CompletionStage<String> later() {
            return quotes.later();
        }

        @GET
        @Path("both")
        @RateLimit(name = "both", limit = 9, key = "global")
        public String both() {
            return quotes.quote();
        }
    }

    @Test
    void b18_headersComeOnceWhereFilterAndInterceptorBothDecide() {
        try (App app =
                App.of(Methods.class, Quotes.class, QuoteResource.class).rest().start()) {
            HttpResponse<String> first = app.get("/quote/both");
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(single(first, "X-RateLimit-Limit"))
                    .as("the one with least left")
                    .isEqualTo("1");
            assertThat(single(first, "X-RateLimit-Remaining")).isEqualTo("0");
            HttpResponse<String> second = app.get("/quote/both");
            assertThat(second.statusCode()).isEqualTo(429);
            assertThat(single(second, "X-RateLimit-Limit")).isEqualTo("1");
            assertThat(single(second, "X-RateLimit-Remaining")).isEqualTo("0");
            assertThat(single(second, "Retry-After")).isEqualTo("10");
            assertThat(single(second, "Cache-Control")).isEqualTo("no-store");
        }
    }

    @ApplicationScoped
    @Path("threads")
    public static class OtherThread {
        @Inject
        Quotes quotes;

        @GET
        @RateLimit(name = "threads", limit = 9, key = "global")
        public String get() {
            return CompletableFuture.supplyAsync(quotes::quote).join();
        }

        @GET
        @Path("many")
        public String many() {
            for (int i = 0; i < 5; i++) {
                quotes.plenty();
            }
            return "many";
        }
    }

    @Test
    void refusalOnAnotherThreadShowsTheHeadersOfThePolicyThatRefused() {
        try (App app = App.of(Quotes.class, OtherThread.class).rest().start()) {
            assertThat(app.get("/threads").statusCode()).isEqualTo(200);
            HttpResponse<String> denied = app.get("/threads");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(single(denied, "X-RateLimit-Limit")).isEqualTo("1");
            assertThat(single(denied, "X-RateLimit-Remaining")).isEqualTo("0");
            assertThat(single(denied, "Retry-After")).isEqualTo("10");
        }
    }

    @Test
    void policyThatIsAskedOftenInOneRequestIsShownOnce() {
        try (App app = App.of(Quotes.class, OtherThread.class)
                .with("ratelimit.headers", "x-ratelimit,ietf")
                .rest()
                .start()) {
            HttpResponse<String> response = app.get("/threads/many");
            assertThat(single(response, "X-RateLimit-Remaining")).isEqualTo("95");
            assertThat(single(response, "RateLimit")).isEqualTo("\"plenty\";r=95;t=61");
        }
    }

    @Provider
    @ApplicationScoped
    @Priority(Priorities.AUTHENTICATION)
    public static class BrokenAuthentication implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            request.setSecurityContext(new User("nobody") {
                @Override
                public Principal getUserPrincipal() {
                    throw new IllegalStateException("secret");
                }
            });
        }
    }

    @ApplicationScoped
    @Path("open")
    public static class FailsOpen {
        @GET
        @RateLimit(name = "open", limit = 1, key = "user")
        public String get() {
            return "open";
        }

        @GET
        @Path("closed")
        @RateLimit(name = "closed", limit = 1, key = "user", onStoreFailure = OnStoreFailure.DENY)
        public String closed() {
            return "closed";
        }
    }

    @Test
    void callerThatCannotBeReadFollowsTheFailureRuleOfThePolicy() {
        try (Logs logs = new Logs();
                App app = App.of(BrokenAuthentication.class, FailsOpen.class)
                        .rest()
                        .start()) {
            assertThat(statuses(app, "/open", 3)).containsExactly(200, 200, 200);
            HttpResponse<String> closed = app.get("/open/closed");
            assertThat(closed.statusCode()).isEqualTo(503);
            assertThat(single(closed, "Retry-After")).isEqualTo("1");
            assertThat(closed.body()).isEqualTo("{\"error\":\"rate limit unavailable\",\"retry_after\":1}");
            assertThat(logs.warnings())
                    .filteredOn(line -> line.startsWith("HG0027"))
                    .hasSize(2);
            assertThat(logs.warnings()).noneMatch(line -> line.contains("secret"));
        }
    }

    @Test
    void refusedCallOfABeanIsAnsweredLikeARefusedRequest() {
        try (App app = App.of(Quotes.class, QuoteResource.class).rest().start()) {
            assertThat(app.get("/quote").statusCode()).isEqualTo(200);
            HttpResponse<String> denied = app.get("/quote");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.body()).isEqualTo("{\"error\":\"rate limit exceeded\",\"retry_after\":10}");
            assertThat(single(denied, "Content-Type")).isEqualTo("application/json");
            assertThat(single(denied, "X-RateLimit-Limit")).isEqualTo("1");
            assertThat(app.get("/quote/later").statusCode()).isEqualTo(200);
            assertThat(app.get("/quote/later").statusCode())
                    .as("a failed stage")
                    .isEqualTo(429);
        }
    }

    @ApplicationScoped
    @Path("failing")
    @RateLimit(name = "failing", limit = 5, key = "global")
    public static class Failing {
        @POST
        public String post(@HeaderParam("X-Status") int status) {
            throw new WebApplicationException(status);
        }
    }

    @Test
    void errorsOfTheApplicationCarryTheHeaders() {
        try (App app = App.of(Failing.class).rest().start()) {
            HttpResponse<String> badRequest = app.send("POST", "/failing", "X-Status", "400");
            assertThat(badRequest.statusCode()).isEqualTo(400);
            assertThat(single(badRequest, "X-RateLimit-Remaining")).isEqualTo("4");
            HttpResponse<String> notModified = app.send("POST", "/failing", "X-Status", "304");
            assertThat(notModified.statusCode()).isEqualTo(304);
            assertThat(single(notModified, "X-RateLimit-Remaining")).isEqualTo("3");
        }
    }

    @ApplicationScoped
    @Path("wait")
    public static class Waiting {
        @GET
        @RateLimit(name = "wait", limit = 1, window = "10s", key = "global", algorithm = Algorithm.FIXED_WINDOW)
        public String get() {
            return "waited";
        }

        @GET
        @Path("short")
        @RateLimit(name = "short", limit = 1, window = "300ms", key = "global")
        public String shortWindow() {
            return "waited";
        }
    }

    @Test
    void e01_retryAfterIsRoundedUpAndWaitingThatLongPasses() {
        try (App app = App.of(Waiting.class).rest().start()) {
            for (String path : List.of("/wait", "/wait/short")) {
                for (int round = 0; round < 20; round++) {
                    app.clock().advance(Duration.ofMillis(137L * round));
                    app.get(path);
                    HttpResponse<String> denied = app.get(path);
                    assertThat(denied.statusCode()).isEqualTo(429);
                    long seconds = Long.parseLong(single(denied, "Retry-After"));
                    assertThat(seconds).isBetween(1L, 10L);
                    app.clock().advance(Duration.ofSeconds(seconds));
                    assertThat(app.get(path).statusCode())
                            .as("%s after %d s", path, seconds)
                            .isEqualTo(200);
                }
            }
        }
    }

    @Test
    void e02_resetIsInSecondsOfTheEpochOnEveryResponse() {
        try (App app = App.of(Waiting.class).rest().start()) {
            long end = app.clock().instant().getEpochSecond() + 10;
            app.clock().advance(Duration.ofMillis(2500));
            assertThat(single(app.get("/wait"), "X-RateLimit-Reset")).isEqualTo(Long.toString(end));
            HttpResponse<String> denied = app.get("/wait");
            assertThat(single(denied, "X-RateLimit-Reset")).isEqualTo(Long.toString(end));
            assertThat(single(denied, "Retry-After")).as("7.5 s, rounded up").isEqualTo("8");
        }
    }

    @Test
    void e02_resetCanBeInSecondsFromNow() {
        try (App app = App.of(Waiting.class)
                .with("ratelimit.headers.reset", "delta")
                .rest()
                .start()) {
            app.clock().advance(Duration.ofMillis(2500));
            assertThat(single(app.get("/wait"), "X-RateLimit-Reset")).isEqualTo("8");
            assertThat(single(app.get("/wait"), "X-RateLimit-Reset")).isEqualTo("8");
        }
    }

    @ApplicationScoped
    @Path("several")
    public static class Several {
        @GET
        @RateLimit(name = "burst", limit = 3, window = "10s", key = "global", algorithm = Algorithm.FIXED_WINDOW)
        @RateLimit(name = "quota", limit = 100, window = "60s", key = "global", algorithm = Algorithm.FIXED_WINDOW)
        public String get() {
            return "several";
        }
    }

    @Test
    void e04_remainingCountsDownToZeroAndStaysThere() {
        try (App app = App.of(Several.class).rest().start()) {
            assertThat(IntStream.range(0, 6).mapToObj(i -> single(app.get("/several"), "X-RateLimit-Remaining")))
                    .containsExactly("2", "1", "0", "0", "0", "0");
        }
    }

    @Test
    void e05_refusalCarriesAllHeaders() {
        try (App app = App.of(Several.class).rest().start()) {
            statuses(app, "/several", 3);
            HttpResponse<String> denied = app.get("/several");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(single(denied, "X-RateLimit-Limit")).isEqualTo("3");
            assertThat(single(denied, "X-RateLimit-Remaining")).isEqualTo("0");
            assertThat(single(denied, "X-RateLimit-Reset")).isNotBlank();
            assertThat(single(denied, "Retry-After")).isEqualTo("10");
        }
    }

    @Test
    void e07_headersComeFromTheGoverningPolicy() {
        try (App app = App.of(Several.class).rest().start()) {
            for (int left = 2; left >= 0; left--) {
                HttpResponse<String> response = app.get("/several");
                assertThat(single(response, "X-RateLimit-Limit")).isEqualTo("3");
                assertThat(single(response, "X-RateLimit-Remaining")).isEqualTo(Integer.toString(left));
            }
            assertThat(single(app.get("/several"), "X-RateLimit-Limit")).isEqualTo("3");
            app.clock().advance(Duration.ofSeconds(10));
            for (int window = 0; window < 4; window++) {
                statuses(app, "/several", 3);
                app.clock().advance(Duration.ofSeconds(10));
            }
            assertThat(statuses(app, "/several", 3)).as("a fresh minute").containsExactly(200, 200, 200);
        }
    }

    private static App.Builder configured(String policy, String param, String value) {
        return App.of()
                .with("ratelimit.policies", policy)
                .with("ratelimit.policy." + policy + ".key", "global")
                .with("ratelimit.policy." + policy + "." + param, value);
    }

    private static List<Integer> statuses(App app, String path, int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> app.get(path).statusCode())
                .toList();
    }

    /** The value of a header that must be there exactly once. */
    private static String single(HttpResponse<String> response, String header) {
        List<String> values = response.headers().allValues(header);
        assertThat(values).as("%s of %s", header, response).hasSize(1);
        return values.get(0);
    }
}
