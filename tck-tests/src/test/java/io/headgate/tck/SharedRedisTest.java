package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertDenied;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.clock.ClockResource;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.ClockAhead;
import io.headgate.tck.support.Crowd;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.OnServer;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import io.headgate.testing.RedisServer;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The example, one file for all, on several servers of five kinds that count in one Redis: one limit for all of them, exactly.
 * Quarkus and Helidon run what they make of the file.
 */
@OnServer(
        value = "liberty",
        because = "It starts Payara Micro, WildFly, Open Liberty, Quarkus and Helidon side by side: the profile of Open"
                + " Liberty fetches them all.")
class SharedRedisTest {

    private static final String HELLO = "/api/hello";
    private static final int REQUESTS = 5000;
    private static final int CALLERS = 64;
    private static final long LIMIT = 1000;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration ENOUGH = Duration.ofSeconds(30);

    /** How long a server may answer from what it remembers of a denial. */
    private static final Duration DENIED = Duration.ofSeconds(1);

    private static final Duration HOUR = Duration.ofHours(1);

    private static final Server HELIDON = Server.named("helidon");
    private static final List<AutoCloseable> STARTED = new ArrayList<>();

    private static RedisServer redis;
    private static Client payara;
    private static Client anotherPayara;
    private static Client payaraAnHourAhead;
    private static Client wildfly;
    private static Client liberty;
    private static Client quarkus;
    private static Optional<Client> helidon = Optional.empty();

    @BeforeAll
    static void startThem() {
        redis = RedisServer.start();
        STARTED.add(redis);
        File example = Deployments.toFile(
                Deployments.withRedisson(Deployments.example()).addPackage(ClockResource.class.getPackage()));
        payara = start("payara", example, Map.of());
        anotherPayara = start("payara", example, Map.of());
        payaraAnHourAhead = start("payara", example, ClockAhead.by(HOUR));
        wildfly = start("wildfly", example, Map.of());
        liberty = start("liberty", example, Map.of());
        quarkus = start("quarkus", example, Map.of());
        if (HELIDON.cannotJoin().isEmpty()) {
            helidon = Optional.of(start("helidon", example, Map.of()));
        }
    }

    /** The deadline is generous: here the machine may be slow, and nothing may pass for that. */
    private static Client start(String server, File example, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("RATELIMIT_REDIS_ADDRESS", redis.address());
        environment.put("RATELIMIT_REDIS_TIMEOUT", "30s");
        ServerProcess process = ServerProcess.start(Server.named(server), example, environment);
        STARTED.add(0, process);
        Client client = Client.of(process.port());
        assertThat(client.fromFreshAddress().get(HELLO).status())
                .as(process.output())
                .isEqualTo(200);
        return client;
    }

    @AfterAll
    static void endThem() throws Exception {
        for (AutoCloseable started : STARTED) {
            started.close();
        }
    }

    @Test
    void d11_e14_ofFiveThousandRequestsToFiveServersOfFourKindsAThousandPass() throws Exception {
        assertThatAThousandPass(List.of(payara, anotherPayara, wildfly, liberty, quarkus));
    }

    /** The only one that needs a newer Java than the others: the report says so where there is none. */
    @Test
    void d11_asManyPassWithHelidonAmongThem() throws Exception {
        HELIDON.cannotJoin().ifPresent(Assumptions::abort);

        assertThatAThousandPass(List.of(payara, wildfly, liberty, quarkus, helidon.orElseThrow()));
    }

    @Test
    void d11_d30_asManyPassWhileTheClockOfOneServerIsAnHourAhead() throws Exception {
        long now = Instant.now().getEpochSecond();
        assertThat(clock(payara)).isBetween(now, now + 300);
        assertThat(clock(wildfly)).isBetween(now, now + 300);
        assertThat(clock(liberty)).isBetween(now, now + 300);
        assertThat(clock(payaraAnHourAhead)).isBetween(now + HOUR.toSeconds(), now + HOUR.toSeconds() + 300);

        assertThatAThousandPass(List.of(payara, payaraAnHourAhead, wildfly, liberty));
    }

    private static long clock(Client server) {
        return Long.parseLong(server.fromFreshAddress().get("/api/clock").body());
    }

    /** What all requests at once were answered, in how many seconds at most, and what that cost Redis. */
    private record Rush(List<Response> responses, long seconds, long calls) {}

    private static void assertThatAThousandPass(List<Client> servers) throws Exception {
        List<Client> clients = servers.stream()
                .map(server -> server.fromFreshAddress().with("X-Api-Key", "demo-key-2"))
                .toList();
        AtomicInteger turn = new AtomicInteger();
        Rush rush = Windows.inOne(MINUTE, ENOUGH, () -> {
            redis.clear();
            Windows.pause(DENIED);
            long before = redis.calls("evalsha");
            long start = System.nanoTime();
            List<Response> answers = Crowd.atOnce(
                    CALLERS,
                    REQUESTS,
                    () -> clients.get(turn.getAndIncrement() % clients.size()).get(HELLO));
            return new Rush(
                    answers,
                    Duration.ofNanos(System.nanoTime() - start).toSeconds() + 2,
                    redis.calls("evalsha") - before);
        });

        assertThat(rush.calls())
                .as(
                        "calls of the script: one for each that passes, and of those who are denied once a second those on their way")
                .isBetween(LIMIT, LIMIT + CALLERS * rush.seconds());
        List<Response> passed = rush.responses().stream()
                .filter(response -> response.status() == 200)
                .toList();
        assertThat(passed.size()).as("requests that passed").isEqualTo((int) LIMIT);
        assertThat(passed)
                .extracting(response -> response.number("X-RateLimit-Remaining"))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, LIMIT).boxed().toList());
        rush.responses().stream()
                .filter(response -> response.status() != 200)
                .forEach(denied -> assertDenied(denied, LIMIT));
    }
}
