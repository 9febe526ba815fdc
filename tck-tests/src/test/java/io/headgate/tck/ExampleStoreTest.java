package io.headgate.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Windows;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs inside the example, sends requests to it from there, and asks its store what they used. */
@ExtendWith(ArquillianExtension.class)
@Needs(Needs.TESTS_INSIDE)
class ExampleStoreTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String API_KEY = "demo-key-1";

    private static final Budget GLOBAL = new Budget("global", 10_000, List.of("global"));
    private static final Budget CLIENTS = new Budget("clients", 1000, List.of("api-key", API_KEY));
    private static final Budget SEARCH = new Budget("search", 30, List.of("api-key", API_KEY));

    @Inject
    RateLimitStore store;

    @Inject
    HttpServletRequest request;

    @Deployment
    static WebArchive example() {
        return Deployments.example().addClasses(Client.class, Response.class, Windows.class);
    }

    @Test
    void f07_aDeniedRequestTakesNothingFromTheOtherPolicies() throws Exception {
        Client client = Client.of(request.getLocalPort()).with("X-Api-Key", API_KEY);

        List<Long> seen = Windows.inOneMinute(() -> {
            for (Budget budget : List.of(GLOBAL, CLIENTS, SEARCH)) {
                await(store.reset(budget.key()));
            }
            List<Response> responses = client.get("/api/search", 40);
            return List.of(
                    count(responses, 200),
                    count(responses, 429),
                    remaining(SEARCH),
                    remaining(CLIENTS),
                    remaining(GLOBAL));
        });

        assertEquals(List.of(30L, 10L, 0L, 970L, 9970L), seen);
    }

    private static long count(List<Response> responses, int status) {
        return responses.stream()
                .filter(response -> response.status() == status)
                .count();
    }

    private long remaining(Budget budget) throws Exception {
        Limit limit = Limit.of(budget.permits(), MINUTE);
        return await(store.peek(Acquisition.of(new PermitRequest(budget.key(), limit, 1, false))))
                .get(0)
                .remaining();
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    /** What a policy of the example grants, and whom. */
    private record Budget(String policy, long permits, List<String> subject) {

        LimitKey key() {
            return LimitKey.of(policy, subject);
        }
    }
}
