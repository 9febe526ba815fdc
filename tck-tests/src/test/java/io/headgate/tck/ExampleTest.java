package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertAllowed;
import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static io.headgate.tck.support.RateLimitAssert.assertDenied;
import static io.headgate.tck.support.RateLimitAssert.assertHeaders;
import static java.time.temporal.ChronoUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Crowd;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.Windows;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The example as a newcomer meets it. Each test is a client address of its own, so that no test sees what another one used.
 * The order only saves time: somebody is denied before all tests, and the two that wait for the next minute to begin are the
 * last, so that all others have that time.
 */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ExampleTest {

    private static final String HELLO = "/api/hello";
    private static final String SEARCH = "/api/search?q=gate";
    private static final String QUOTE = "/api/quote";

    private static final String ALGORITHMS = "/api/algorithms/";

    private static final int ADDRESSES = 50;
    private static final int CLIENTS = 1000;
    private static final int SEARCHES = 30;
    private static final int QUOTES = 5;
    private static final int BY_ALGORITHM = 10;
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private static Optional<Denied> early = Optional.empty();

    @ArquillianResource
    URL url;

    Client server;

    @Deployment(testable = false)
    static WebArchive example() {
        return Deployments.example();
    }

    @BeforeEach
    void findTheServer() throws Exception {
        server = Client.of(url);
        if (early.isEmpty()) {
            early = Optional.of(denied());
        }
    }

    private Denied denied() throws Exception {
        Denied denied = Windows.inOneMinute(() -> {
            Client client = server.fromFreshAddress();
            Response response = client.get(HELLO, ADDRESSES + 1).get(ADDRESSES);
            return new Denied(client, response, Instant.now());
        });
        assertDenied(denied.response(), ADDRESSES);
        return denied;
    }

    /** Who was told at which moment that it must wait. */
    private record Denied(Client client, Response response, Instant at) {

        Instant until() {
            return at.plusSeconds(response.number("Retry-After"));
        }
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void e01_whoWaitsAsToldPassesInTheNextMinute() {
        Denied waiting = early.orElseThrow();
        assertThat(waiting.until().truncatedTo(MINUTES))
                .as("until when it must wait, which was told at %s", waiting.at())
                .isEqualTo(waiting.at().truncatedTo(MINUTES).plus(1, MINUTES));

        Windows.pause(Duration.between(Instant.now(), waiting.until()));

        assertThat(waiting.client().get(HELLO).status()).isEqualTo(200);
    }

    @Test
    @Order(Integer.MAX_VALUE - 1)
    void f08_ofFiveThousandRequestsAtOnceAThousandPass() throws Exception {
        Client client = server.fromFreshAddress().with("X-Api-Key", "demo-key-2");
        Duration minute = Duration.ofMinutes(1);
        Windows.awaitRemaining(minute, Duration.ofSeconds(30));
        long window = Windows.index(minute);

        List<Response> responses = Crowd.atOnce(64, 5000, () -> client.get(HELLO));

        assertThat(Windows.index(minute))
                .as("window in which the last request ended")
                .isEqualTo(window);
        List<Response> passed =
                responses.stream().filter(response -> response.status() == 200).toList();
        assertThat(passed.size()).as("requests that passed").isEqualTo(CLIENTS);
        assertThat(passed)
                .extracting(response -> response.number("X-RateLimit-Remaining"))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, CLIENTS).boxed().toList());
        responses.stream()
                .filter(response -> response.status() != 200)
                .forEach(denied -> assertDenied(denied, CLIENTS));
    }

    @Test
    void anAddressHasFiftyRequestsAMinute() throws Exception {
        List<Response> responses =
                Windows.inOneMinute(() -> server.fromFreshAddress().get(HELLO, 60));

        assertCountsDown(responses, ADDRESSES);
    }

    @Test
    void e02_theResetIsTheSecondInWhichRemainingGrows() throws Exception {
        List<Response> responses =
                Windows.inOneMinute(() -> server.fromFreshAddress().get(HELLO, ADDRESSES + 1));
        long now = Instant.now().getEpochSecond();

        assertThat(responses.get(0).number("X-RateLimit-Reset")).isBetween(now, now + 61);
        Response denied = responses.get(ADDRESSES);
        assertThat(denied.number("X-RateLimit-Reset")).isBetween(now, now + denied.number("Retry-After") + 1);
    }

    @Test
    void aKnownKeyHasAThousandRequestsWhereItsAddressHasNoneLeft() throws Exception {
        Client client = server.fromFreshAddress();
        List<Response> responses = Windows.inOneMinute(() -> {
            Client fresh = client.fromFreshAddress();
            List<Response> seen = new ArrayList<>(fresh.get(HELLO, ADDRESSES + 1));
            seen.add(fresh.with("X-Api-Key", "demo-key-1").get(HELLO));
            return seen;
        });

        assertDenied(responses.get(ADDRESSES), ADDRESSES);
        Response withKey = responses.get(ADDRESSES + 1);
        assertThat(withKey.status()).isEqualTo(200);
        assertThat(withKey.number("X-RateLimit-Limit")).isEqualTo(CLIENTS);
    }

    @Test
    void anUnknownKeyIsAnAnonymousAddress() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            Client client = server.fromFreshAddress();
            return List.of(
                    client.with("X-Api-Key", "guessed-key").get(HELLO),
                    client.with("X-Api-Key", "another-guess").get(HELLO),
                    client.get(HELLO));
        });

        assertAllowed(responses.get(0), ADDRESSES, 49);
        assertAllowed(responses.get(1), ADDRESSES, 48);
        assertAllowed(responses.get(2), ADDRESSES, 47);
    }

    @Test
    void b02_aRequestWithoutAResourceIsA404ThatCounts() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            Client client = server.fromFreshAddress();
            List<Response> seen = new ArrayList<>(client.get("/api/nope", 2));
            seen.add(client.get(HELLO));
            seen.addAll(client.get("/api/nope", 48));
            return seen;
        });

        assertThat(responses.get(0).status()).isEqualTo(404);
        if (!Server.showsUnmatchedPaths()) {
            assertThat(responses.get(0).all("X-RateLimit-Limit")).isEmpty();
            assertAllowed(responses.get(2), ADDRESSES, 49);
            return;
        }
        assertThat(responses.get(1).status()).isEqualTo(404);
        assertAllowed(responses.get(2), ADDRESSES, 47);
        assertThat(responses.get(49).status()).isEqualTo(404);
        if (Server.keepsHeadersOfUnmatchedPaths()) {
            assertHeaders(responses.get(0), ADDRESSES, 49);
            assertHeaders(responses.get(1), ADDRESSES, 48);
            assertHeaders(responses.get(49), ADDRESSES, 0);
        } else {
            assertThat(responses.get(0).all("X-RateLimit-Limit")).isEmpty();
        }
        assertDenied(responses.get(50), ADDRESSES);
    }

    @Test
    void b02_aMethodThatTheResourceLacksIsA405ThatCounts() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            Client client = server.fromFreshAddress();
            return List.of(client.send("DELETE", HELLO), client.get(HELLO));
        });

        assertThat(responses.get(0).status()).isEqualTo(405);
        assertHeaders(responses.get(0), ADDRESSES, 49);
        assertAllowed(responses.get(1), ADDRESSES, 48);
    }

    @Test
    void e07_theAnnotatedPolicyGovernsWhereLessIsLeftOfIt() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            Client client = server.fromFreshAddress();
            List<Response> seen = new ArrayList<>(client.get(SEARCH, SEARCHES + 1));
            seen.add(client.get(HELLO));
            return seen;
        });

        assertCountsDown(responses.subList(0, SEARCHES + 1), SEARCHES);
        assertAllowed(responses.get(SEARCHES + 1), ADDRESSES, ADDRESSES - SEARCHES - 1);
    }

    @Test
    void e01_aLimitedBeanAnswersLikeALimitedResource() throws Exception {
        List<Client> last = new ArrayList<>();
        List<Response> responses = Windows.inOne(TEN_SECONDS, Duration.ofSeconds(4), () -> {
            Client client = server.fromFreshAddress();
            last.add(client);
            return client.get(QUOTE, QUOTES + 2);
        });
        assertCountsDown(responses, QUOTES);

        Windows.pause(Duration.ofSeconds(responses.get(QUOTES + 1).number("Retry-After")));

        assertThat(last.get(last.size() - 1).get(QUOTE).status()).isEqualTo(200);
    }

    @Test
    void e01_whateverCountsTenInTenSecondsKeepsItsWord() throws Exception {
        Map<String, Client> clients = new LinkedHashMap<>();
        Map<String, List<Response>> responses = Windows.inOne(TEN_SECONDS, Duration.ofSeconds(6), () -> {
            Map<String, List<Response>> seen = new LinkedHashMap<>();
            for (String algorithm : List.of("sliding-window", "fixed-window", "sliding-log")) {
                Client client = server.fromFreshAddress();
                clients.put(algorithm, client);
                seen.put(algorithm, client.get(ALGORITHMS + algorithm, BY_ALGORITHM + 2));
            }
            return seen;
        });
        responses.values().forEach(each -> assertCountsDown(each, BY_ALGORITHM));

        Windows.pause(Duration.ofSeconds(responses.values().stream()
                .mapToLong(each -> each.get(BY_ALGORITHM + 1).number("Retry-After"))
                .max()
                .orElseThrow()));

        clients.forEach((algorithm, client) -> assertThat(
                        client.get(ALGORITHMS + algorithm).status())
                .as(algorithm)
                .isEqualTo(200));
    }

    /** While the requests are sent, permits flow in: one in each second. */
    @Test
    void e01_aTokenBucketAdmitsTenAndThenOneInEachSecond() {
        Client client = server.fromFreshAddress();
        Instant start = Instant.now();
        long passed = 0;
        Response response = client.get(ALGORITHMS + "token-bucket");
        while (response.status() == 200) {
            passed++;
            response = client.get(ALGORITHMS + "token-bucket");
        }
        long seconds = Duration.between(start, Instant.now()).toSeconds();

        assertThat(passed).isBetween((long) BY_ALGORITHM, BY_ALGORITHM + seconds + 1);
        assertDenied(response, BY_ALGORITHM);
        assertThat(response.number("Retry-After")).isEqualTo(1);
        Windows.pause(Duration.ofSeconds(1));
        assertThat(client.get(ALGORITHMS + "token-bucket").status()).isEqualTo(200);
    }

    /** Three at once are admitted: their turns are now, in one second and in two. */
    @Test
    void e01_aLeakyBucketLetsCallsLeaveASecondApart() throws Exception {
        Client client = server.fromFreshAddress();
        assertThat(server.fromFreshAddress().get(ALGORITHMS + "leaky-bucket").status())
                .as("somebody else's call, by which the server knows the way")
                .isEqualTo(200);
        Instant start = Instant.now();

        List<Response> responses = Crowd.atOnce(6, 6, () -> client.get(ALGORITHMS + "leaky-bucket"));

        assertThat(Duration.between(start, Instant.now())).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(12));
        List<Response> passed =
                responses.stream().filter(response -> response.status() == 200).toList();
        assertThat(passed).hasSizeBetween(3, 4);
        assertThat(passed).anyMatch(response -> response.number("X-RateLimit-Remaining") == 0);
        List<Response> denied =
                responses.stream().filter(response -> response.status() != 200).toList();
        assertThat(denied).isNotEmpty().allSatisfy(response -> {
            assertDenied(response, BY_ALGORITHM);
            assertThat(response.number("Retry-After")).isEqualTo(1);
        });
        Windows.pause(Duration.ofSeconds(1));
        assertThat(client.get(ALGORITHMS + "leaky-bucket").status()).isEqualTo(200);
    }
}
