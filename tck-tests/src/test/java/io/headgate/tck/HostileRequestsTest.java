package io.headgate.tck;

import static io.headgate.tck.hostile.HostileResource.LIMIT;
import static io.headgate.tck.hostile.HostileResource.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.attack.Attacker;
import io.headgate.tck.attack.Attempt;
import io.headgate.tck.hostile.HostileApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Wire;
import io.headgate.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.junit.jupiter.InjectSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Requests of people who mean harm, as bytes. What HTTP allows is counted, whatever it says; what HTTP does not allow, or a
 * server does not read for its size, is answered as HTTP has it. Nothing that was said turns up anywhere else.
 */
@ExtendWith(SoftAssertionsExtension.class)
class HostileRequestsTest {

    private static final int SUBJECTS = 60;
    private static final int REQUESTS = 120;
    private static final int HUGE_REQUESTS = 40;
    private static final int LONGEST_KEY = 512;
    private static final int THREE_KILOBYTES = 3 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** What is told of a subject that asks three times. */
    private static final List<String> COUNTED_DOWN = List.of("200 1", "200 0", "429 0");

    /** What RFC 9110 and RFC 6585 have for requests that are wrong or too large. */
    private static final List<Integer> STATUSES_OF_HTTP = List.of(200, 400, 413, 414, 429, 431);

    /** Tomcat logs the first header line that it refused to read, without its control characters. */
    private static final Pattern REFUSED_BY_TOMCAT = Pattern.compile(
            "^java\\.lang\\.IllegalArgumentException: The HTTP header line \\[.*] does not conform to RFC");

    private static RedisServer redis;
    private static ServerProcess server;
    private static Client client;
    private static Wire wire;

    /** How many subjects were counted, and how many may have been where the server decides what to make of a request. */
    private static int counted;

    private static int perhapsCounted;

    @InjectSoftAssertions
    SoftAssertions softly;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ServerProcess.start(
                Deployments.toFile(Deployments.withRedisson(Deployments.application("hostile"))
                        .addPackage(HostileApplication.class.getPackage())
                        .addAsResource(new StringAsset(configuration()), "META-INF/microprofile-config.properties")),
                Map.of());
        client = Client.of(server.port());
        wire = new Wire(server.port(), PATIENCE);
        assertANewClientIsCountedRight();
    }

    private static String configuration() {
        return String.join(
                "\n",
                "ratelimit.redis.address=" + redis.address(),
                "ratelimit.redis.timeout=30s",
                "ratelimit.headers=x-ratelimit,ietf",
                "ratelimit.policies=visitors",
                "ratelimit.policy.visitors.key=header:X-Visitor",
                "ratelimit.policy.visitors.limit=" + LIMIT,
                "ratelimit.policy.visitors.window=1h",
                "ratelimit.policy.visitors.algorithm=sliding-log");
    }

    @AfterAll
    static void stop() {
        System.out.println(server.output());
        server.close();
        redis.close();
    }

    @AfterEach
    void nothingTurnsUpAndAllElseIsAsEver() {
        assertANewClientIsCountedRight();
        Set<String> keys = redis.keys();
        assertThat(keys)
                .as("a key for each subject and no other")
                .hasSizeBetween(counted, counted + perhapsCounted)
                .allSatisfy(key -> assertThat(key)
                        .startsWith("ratelimit:v1:")
                        .satisfies(text -> assertThat(text.getBytes(StandardCharsets.ISO_8859_1))
                                .hasSizeLessThanOrEqualTo(LONGEST_KEY)));
        assertThat(redis.content()).as("Redis").doesNotContainIgnoringCase(Attacker.MARK);
        assertThat(server.output()
                        .lines()
                        .filter(line -> !REFUSED_BY_TOMCAT.matcher(line).find())
                        .filter(line -> saysWhatWasSaid(line)))
                .as("the server's output")
                .isEmpty();
    }

    private static boolean saysWhatWasSaid(String text) {
        return Stream.of(Attacker.MARK, Attacker.INJECTED, Attacker.FAKED)
                .anyMatch(said -> text.toLowerCase(Locale.ROOT).contains(said.toLowerCase(Locale.ROOT)));
    }

    private static void assertANewClientIsCountedRight() {
        Client fresh = client.fromFreshAddress();
        assertThat(fresh.get("/api/ip", LIMIT + 1))
                .extracting(HostileRequestsTest::told)
                .isEqualTo(COUNTED_DOWN);
        counted++;
    }

    @Test
    void f18_whatHttpAllowsIsCountedWhateverItSays() {
        Attacker attacker = new Attacker("allowed");
        String address = client.fromFreshAddress().address();
        for (int i = 0; i < SUBJECTS; i++) {
            assertCountsDown(address, attacker.wellFormed());
        }
    }

    /** Payara refuses each of them. */
    @Test
    void f18_whatIsBeyondAsciiIsCountedOrIsNoHttpToTheServer() {
        Attacker attacker = new Attacker("beyond");
        String address = client.fromFreshAddress().address();
        for (int i = 0; i < SUBJECTS / 3; i++) {
            Attempt attempt = attacker.beyondAscii();
            perhapsCounted++;
            softly.assertThat(List.of(thrice(address, attempt)))
                    .as("%s", attempt)
                    .isSubsetOf(List.of(COUNTED_DOWN, List.of("400 ", "400 ", "400 ")));
        }
    }

    @Test
    void f18_aHeaderOfThreeKilobytesIsASubjectLikeAnyOther() {
        Attacker attacker = new Attacker("large");
        String address = client.fromFreshAddress().address();
        assertCountsDown(address, attacker.ofBytes(THREE_KILOBYTES));
        assertCountsDown(address, attacker.ofBytes(THREE_KILOBYTES));
    }

    @Test
    void whoNamesOtherAddressesIsCountedByTheOwnOne() {
        Attacker attacker = new Attacker("elsewhere");
        for (int i = 0; i < SUBJECTS / 3; i++) {
            String address = client.fromFreshAddress().address();
            Attempt first = attacker.anonymous();
            Attempt second = new Attempt(first.path(), attacker.anonymous().lines());
            Attempt third = new Attempt(first.path(), attacker.anonymous().lines());
            counted++;
            softly.assertThat(Stream.of(first, second, third)
                            .map(attempt -> told(answer(address, attempt)))
                            .toList())
                    .as("%s, %s, %s", first, second, third)
                    .isEqualTo(COUNTED_DOWN);
        }
    }

    @Test
    void aRefusalIsOneWhateverIsAccepted() {
        Attacker attacker = new Attacker("accepting");
        String address = client.fromFreshAddress().address();
        for (int i = 0; i < SUBJECTS; i++) {
            Attempt attempt = attacker.acceptsTypes();
            softly.assertThat(told(answer(address, attempt))).as("%s", attempt).isEqualTo("429 0");
        }
    }

    /** Some servers do not look for a resource then: they answer whom nobody limits in the same way. */
    @Test
    void whatIsNoTypeIsNotAccepted() {
        Attacker attacker = new Attacker("nonsense");
        String address = client.fromFreshAddress().address();
        for (int i = 0; i < SUBJECTS; i++) {
            Attempt attempt = attacker.acceptsNonsense();
            int status = answer(address, attempt).status();
            if (!List.of(400, 406, 429).contains(status)) {
                softly.assertThat(status)
                        .as("%s", attempt)
                        .isEqualTo(answer(address, new Attempt("free", attempt.lines()))
                                .status());
            }
        }
    }

    @Test
    void f18_whatIsNoHttpIsAnsweredAsHttpHasItOrNotAtAll() {
        Attacker attacker = new Attacker("malformed");
        Map<String, Integer> answers = new TreeMap<>();
        for (int i = 0; i < REQUESTS; i++) {
            send(attacker.malformed(), answers);
        }
        System.out.println("malformed: " + answers);
    }

    @Test
    void f18_whatIsTooLargeIsAnsweredAsHttpHasItOrNotAtAll() {
        Attacker attacker = new Attacker("huge");
        Map<String, Integer> answers = new TreeMap<>();
        for (int i = 0; i < HUGE_REQUESTS; i++) {
            send(attacker.huge(), answers);
        }
        System.out.println("huge: " + answers);
    }

    private void send(Attempt attempt, Map<String, Integer> answers) {
        perhapsCounted++;
        Optional<Response> response = exchange(client.address(), attempt);
        response.ifPresent(
                answer -> softly.assertThat(answer.status()).as("%s", attempt).isIn(STATUSES_OF_HTTP));
        answers.merge(response.map(answer -> String.valueOf(answer.status())).orElse("none"), 1, Integer::sum);
    }

    private void assertCountsDown(String address, Attempt attempt) {
        counted++;
        softly.assertThat(thrice(address, attempt)).as("%s", attempt).isEqualTo(COUNTED_DOWN);
    }

    private static List<String> thrice(String address, Attempt attempt) {
        return Stream.of(attempt, attempt, attempt)
                .map(again -> told(answer(address, again)))
                .toList();
    }

    /** The status, and what is left. */
    private static String told(Response response) {
        return response.status() + " " + String.join(",", response.all("X-RateLimit-Remaining"));
    }

    /** The answer to a request to which there must be one. */
    private static Response answer(String address, Attempt attempt) {
        return exchange(address, attempt).orElseThrow(() -> new AssertionError("no response to " + attempt));
    }

    private static Optional<Response> exchange(String address, Attempt attempt) {
        Optional<Response> response = wire.exchange(address, attempt.bytes());
        response.ifPresent(answer -> {
            assertThat(answer.headers())
                    .as("headers of the response to %s", attempt)
                    .noneMatch(header -> saysWhatWasSaid(header.getKey() + ": " + header.getValue()));
            if (answer.status() == 200) {
                assertThat(answer.body()).isEqualTo(PASSED);
            } else if (answer.status() == 429) {
                assertThat(saysWhatWasSaid(answer.body())).as("%s", answer).isFalse();
            }
        });
        return response;
    }
}
