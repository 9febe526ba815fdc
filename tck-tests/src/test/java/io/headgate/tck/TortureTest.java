package io.headgate.tck;

import static io.headgate.tck.torture.TortureResource.LIMIT;
import static io.headgate.tck.torture.TortureResource.WINDOW_SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.storm.Findings;
import io.headgate.tck.storm.Sample;
import io.headgate.tck.storm.Storm;
import io.headgate.tck.storm.Traffic;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Crowd;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.OnServer;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import io.headgate.tck.torture.Pauses;
import io.headgate.tck.torture.Pauses.Pause;
import io.headgate.tck.torture.TortureApplication;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Seed;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two servers and a crowd of clients, while their Redis is killed and started, stopped, paused and emptied at random. What
 * must never happen did not, whatever the seed. {@code -Dheadgate.torture.seconds} chooses how long, and {@code -Dheadgate.seed}
 * which.
 */
@OnServer(
        value = "payara",
        because = "It is about the store, which is the same everywhere, and takes a minute and a half: Payara Micro has"
                + " it.")
class TortureTest {

    private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("headgate.torture.seconds", 60));
    private static final long SEED = Seed.random("TortureTest").nextLong();
    private static final int CLIENTS = 64;
    private static final int NODES = 2;
    private static final long SHARE = 5;
    private static final String SHARE_OF_LIMIT = "0.25";
    private static final Duration DEADLINE = Duration.ofMillis(250);
    private static final Duration GRAIN = Duration.ofMillis(250);
    private static final Duration UNTIL_RECOVERY_IS_TOLD = Duration.ofSeconds(25);
    private static final Pattern OUTAGE = Pattern.compile("HG002[23]");

    /** More work than this for each processor, and it is others who use the machine: this test leaves it air. */
    private static final double MOST_LOAD = 3;

    /** Of all requests, those that found Redis late though nothing had happened to it. */
    private static final double MOST_STRAYS = 0.01;

    private static final double MOST_STRAYS_OF_A_BUSY_MACHINE = 0.1;
    private static final double MOST_SLOW_OF_A_BUSY_MACHINE = 0.01;

    private static final String WARM_UP = "secret-of-nobody-" + Long.toHexString(SEED);
    private static final List<String> SUBJECTS = IntStream.range(0, 8)
            .mapToObj(i -> "secret-of-client-" + i + "-" + Long.toHexString(SEED))
            .toList();

    @Test
    @Timeout(1500)
    void theBoundsHoldWhateverHappensToRedis() throws Exception {
        File application = Deployments.toFile(Deployments.withRedisson(Deployments.application("torture"))
                .addPackage(TortureApplication.class.getPackage()));
        Storm storm = new Storm(SEED, RedisServer.start());
        List<ServerProcess> servers = start(application, storm.redis());
        try (Pauses pauses = new Pauses()) {
            pauses.start();
            List<Client> nodes =
                    servers.stream().map(server -> Client.of(server.port())).toList();
            nodes.forEach(TortureTest::warmUp);
            sufferOnce(storm.redis(), nodes);
            List<Integer> endedBefore = servers.stream()
                    .map(server -> told(server.output()).size() / 2)
                    .toList();
            Traffic traffic = new Traffic(SEED, CLIENTS, nodes, SUBJECTS);
            try (traffic) {
                traffic.start();
                storm.rage(LENGTH);
            }
            List<Pause> stood = new ArrayList<>(pauses.all());
            nodes.forEach(node ->
                    node.get("/api/pauses").body().lines().map(Pause::of).forEach(stood::add));
            servers.forEach(TortureTest::awaitEndOfOutage);

            SoftAssertions softly = new SoftAssertions();
            List<Sample> strays = check(softly, traffic.samples(), storm, stood);
            for (int node = 0; node < NODES; node++) {
                int outages = endedBefore.get(node) + storm.gusts();
                checkLog(softly, servers.get(node).output(), outages, straysOf(node, strays));
                softly.assertThat(failuresCounted(nodes.get(node)))
                        .as("ratelimit.store.failures of node %s", node)
                        .isGreaterThanOrEqualTo(refusedBy(node, traffic.samples()));
            }
            softly.assertAll();
        } finally {
            servers.forEach(ServerProcess::close);
            storm.redis().close();
        }
    }

    private static List<ServerProcess> start(File application, RedisServer redis) {
        Map<String, String> environment = Map.of(
                "RATELIMIT_REDIS_ADDRESS",
                redis.address(),
                "RATELIMIT_LOCAL_SHARE",
                SHARE_OF_LIMIT,
                "RATELIMIT_API_KEY_SHA256",
                hashes());
        return IntStream.range(0, NODES)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> ServerProcess.start(application, environment)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private static String hashes() {
        return Stream.concat(SUBJECTS.stream(), Stream.of(WARM_UP))
                .map(TortureTest::sha256)
                .collect(Collectors.joining(","));
    }

    private static String sha256(String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(key.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void warmUp(Client node) {
        for (int i = 0; i < 200; i++) {
            askAll(node);
        }
    }

    /** An outage before all others, so that nobody has to load classes in those. Where they are told, it is one with the first. */
    private static void sufferOnce(RedisServer redis, List<Client> nodes) throws Exception {
        redis.freeze();
        try {
            Crowd.atOnce(16, 16, () -> {
                nodes.forEach(TortureTest::askAll);
                return true;
            });
        } finally {
            redis.thaw();
        }
        for (Client node : nodes) {
            Client client = node.fromFreshAddress().with("X-Api-Key", WARM_UP);
            while (client.get("/api/deny").status() == 503) {
                Windows.pause(Duration.ofMillis(50));
            }
        }
    }

    private static void askAll(Client node) {
        Client client = node.with("X-Api-Key", WARM_UP);
        for (String path : List.of("local", "allow", "deny", "free")) {
            assertThat(client.get("/api/" + path).status()).isIn(200, 429, 503);
        }
    }

    private static void awaitEndOfOutage(ServerProcess server) {
        long end = System.nanoTime() + UNTIL_RECOVERY_IS_TOLD.toNanos();
        while (isOut(server) && System.nanoTime() < end) {
            Windows.pause(Duration.ofMillis(200));
        }
    }

    private static boolean isOut(ServerProcess server) {
        List<String> told = told(server.output());
        return !told.isEmpty() && told.get(told.size() - 1).equals("HG0022");
    }

    private static List<String> told(String output) {
        return OUTAGE.matcher(output).results().map(MatchResult::group).toList();
    }

    private static List<Sample> check(SoftAssertions softly, List<Sample> samples, Storm storm, List<Pause> stood) {
        Findings findings = new Findings(samples, storm, LIMIT, SHARE, Duration.ofSeconds(WINDOW_SECONDS), stood);
        List<Sample> strays = findings.strays();
        String story = LENGTH.toSeconds() + " s: " + samples.size() + " requests, " + storm + ", " + strays.size()
                + " strays, " + findings.calmWindows() + " calm windows, slowest " + findings.slowest() + ", "
                + findings.whatWasSeen() + ", " + findings.slowerInAllThan(DEADLINE.plus(GRAIN))
                + " slow with all in which processes stood still, load "
                + storm.busiest();
        System.out.println(story);
        softly.assertThat(findings.whatWasSeen()).as(story).allMatch(line -> !line.endsWith(" 0"));
        softly.assertThat(findings.tooManyPassed()).as("too many passed").isEmpty();
        softly.assertThat(findings.wrongInCalm()).as("wrong in calm").isEmpty();
        List<String> slow = findings.slowerThan(DEADLINE.plus(GRAIN));
        softly.assertThat(slow)
                .as("too slow")
                .hasSizeLessThanOrEqualTo(isBusy(storm) ? (int) (samples.size() * MOST_SLOW_OF_A_BUSY_MACHINE) : 0);
        softly.assertThat(findings.strangeStatuses()).as("strange statuses").isEmpty();
        softly.assertThat(strays).as("without Redis in calm").hasSizeLessThanOrEqualTo((int)
                (samples.size() * (isBusy(storm) ? MOST_STRAYS_OF_A_BUSY_MACHINE : MOST_STRAYS)));
        softly.assertThat(findings.medianWithoutRedis())
                .as("nobody waits for a Redis that is known to be down")
                .isLessThan(DEADLINE.dividedBy(2));
        softly.assertThat(storm.seen())
                .as("in Redis")
                .contains("ratelimit:v1:local:")
                .doesNotContain("secret-of");
        return strays;
    }

    private static boolean isBusy(Storm storm) {
        return storm.busiest() > MOST_LOAD * Runtime.getRuntime().availableProcessors();
    }

    private static int straysOf(int node, List<Sample> strays) {
        return (int) strays.stream().filter(sample -> sample.node() == node).count();
    }

    private static double failuresCounted(Client node) {
        return node.get(Server.metricsPath().orElseThrow())
                .body()
                .lines()
                .filter(line -> line.startsWith("ratelimit_store_failures_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Each is a call that the store did not decide, and not the only kind of them. */
    private static double refusedBy(int node, List<Sample> samples) {
        return samples.stream()
                .filter(sample -> sample.node() == node && sample.status() == 503)
                .count();
    }

    /** One warning begins an outage and one line ends it. A stray may be an outage of its own, or join two of them. */
    private static void checkLog(SoftAssertions softly, String output, int outages, int strays) {
        List<String> told = told(output);
        softly.assertThat(told)
                .as("begun and ended in turn")
                .isEqualTo(IntStream.range(0, told.size() / 2 * 2)
                        .mapToObj(i -> i % 2 == 0 ? "HG0022" : "HG0023")
                        .toList());
        softly.assertThat(told.size() / 2)
                .as("outages with %s strays", strays)
                .isBetween(Math.max(1, outages - strays), outages + strays);
        softly.assertThat(output).as("the log").contains("HG0022").doesNotContain("secret-of");
    }
}
