package io.headgate.tck.quarkus;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.quarkus.reactive.Clients;
import io.headgate.tck.quarkus.reactive.ReactiveResource;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Crowd;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import io.headgate.testing.RedisServer;
import java.io.File;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources and beans on event loops, counted in Redis: limited like others, and nobody waits on an event loop. */
class ReactiveTest {

    private static final String EVENT_LOOP = "vert.x-eventloop";
    private static final int WAITING = 50;
    private static final int MEASURED = 500;
    private static final long SLOW_MILLIS = 100;

    private static RedisServer redis;
    private static ServerProcess process;
    private static Client server;

    @BeforeAll
    static void start() throws URISyntaxException {
        redis = RedisServer.start();
        String properties = """
            ratelimit.redis.timeout=30s
            ratelimit.metrics=mp
            ratelimit.policies=crowd
            ratelimit.policy.crowd.key=header:X-Crowd
            ratelimit.policy.crowd.limit=3
            """;
        process = ServerProcess.start(
                Deployments.toFile(Deployments.withRedisson(Deployments.application("reactive"))
                        .addPackage(ReactiveResource.class.getPackage())
                        .addAsLibrary(apiOfMetrics())
                        .addAsResource(new StringAsset(properties), "application.properties")),
                Map.of(Clients.ADDRESS, redis.address()));
        assertThat(process.isStarted()).as(process.output()).isTrue();
        server = Client.of(process.port());
    }

    private static File apiOfMetrics() throws URISyntaxException {
        return new File(MetricRegistry.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    @AfterAll
    static void end() {
        process.close();
        redis.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"uni", "stage", "non-blocking", "bean/uni", "bean/stage"})
    void whatRunsOnAnEventLoopIsLimitedAndStaysThere(String path) throws Exception {
        List<Response> responses = three(path);

        assertCountsDown(responses, 2);
        assertThat(responses.subList(0, 2))
                .extracting(Response::body)
                .allSatisfy(thread -> assertThat(thread).startsWith(EVENT_LOOP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"uni", "bean/uni"})
    void a31_ofTwoHundredAtOnceExactlyTheLimitPassesAndNoEventLoopWaits(String path) throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            Client client = server.fromFreshAddress();
            return Crowd.atOnce(WAITING, 200, () -> client.get("/reactive/" + path));
        });

        assertThat(responses).filteredOn(response -> response.status() == 200).hasSize(2);
        assertThat(responses).filteredOn(response -> response.status() == 429).hasSize(198);
        assertThat(process.output())
                .doesNotContain("has been blocked for", "cannot be blocked", "IllegalStateException");
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "bean/blocking"})
    void whatMayWaitIsLimitedOnItsThread(String path) throws Exception {
        List<Response> responses = three(path);

        assertCountsDown(responses, 2);
        assertThat(responses.get(0).body()).startsWith("executor-thread");
    }

    /** Of four at once three are admitted, and the last one's turn is in a second; what is woken runs where it would have run. */
    @ParameterizedTest
    @CsvSource({
        "turns/uni, vert.x-eventloop",
        "turns/blocking, executor-thread",
        "turns/bean/uni, vert.x-eventloop",
        "turns/bean/stage, executor-thread",
        "turns/bean/blocking, executor-thread"
    })
    void callsWaitForTheirTurnAndGoOnWhereTheyWere(String path, String thread) throws Exception {
        Client client = server.fromFreshAddress();
        long begin = System.nanoTime();

        List<Response> responses = Crowd.atOnce(4, 4, () -> client.get("/reactive/" + path));

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(responses).extracting(Response::status).containsOnly(200, 429);
        assertThat(responses.stream().filter(response -> response.status() == 200))
                .hasSize(3)
                .extracting(Response::body)
                .allSatisfy(name -> assertThat(name).startsWith(thread));
        assertThat(process.output()).doesNotContain("has been blocked for", "cannot be blocked");
    }

    @Test
    void aPlainMethodOnAnEventLoopIsChargedAndAWarningTellsThatItIsNotRefused() throws Exception {
        server.fromFreshAddress().get("/reactive/uni");
        pauseRedis();
        assertThat(server.fromFreshAddress().get("/reactive/bean/plain", 3))
                .extracting(Response::status)
                .containsOnly(200);

        assertThat(process.output())
                .containsOnlyOnce("HG0028")
                .contains("HG0028: io.headgate.tck.quarkus.reactive.ReactiveBean#plain");
        for (int i = 0; i < 50 && redis.keys().stream().noneMatch(ReactiveTest::isPlain); i++) {
            Windows.pause(Duration.ofMillis(100));
        }
        assertThat(redis.keys()).anyMatch(ReactiveTest::isPlain);
    }

    private static boolean isPlain(String key) {
        return key.startsWith("ratelimit:v1:bean-plain:");
    }

    /** For a while Redis answers nobody, so that no answer is there before somebody could wait for it. */
    private static void pauseRedis() {
        redis.resp().call("CLIENT", "PAUSE", "1500");
    }

    @Test
    void f07_aDeniedRequestTakesNothingFromTheOtherPolicy() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            redis.clear();
            List<Response> seen = new ArrayList<>(server.get("/reactive/two", 5));
            seen.add(server.get("/reactive/wide"));
            return seen;
        });

        assertThat(responses).extracting(Response::status).containsExactly(200, 200, 429, 429, 429, 200);
        assertThat(responses.get(5).body()).isEqualTo("8");
    }

    @Test
    void beansThatOnlyHeadgateUsesAreThere() throws Exception {
        redis.clear();
        long before = Long.parseLong(server.get("/reactive/heard").body());
        server.fromFreshAddress().get("/reactive/uni");

        assertThat(redis.keys()).as("counters by the application's client").isNotEmpty();
        assertThat(Long.parseLong(server.get("/reactive/heard").body())).isEqualTo(before + 1);
    }

    @Test
    void aRegistryOfMetricsThatOnlyHeadgateUsesIsThereAndCounts() throws Exception {
        List<Long> counted = Windows.inOneMinute(() -> {
            List<Long> before = counted();
            server.fromFreshAddress().get("/reactive/stage", 3);
            List<Long> after = counted();
            return List.of(after.get(0) - before.get(0), after.get(1) - before.get(1));
        });

        assertThat(counted).as("allowed and denied").containsExactly(2L, 1L);
    }

    private static List<Long> counted() {
        return Stream.of("allowed", "denied")
                .map(result ->
                        Long.valueOf(server.get("/reactive/counted/" + result).body()))
                .toList();
    }

    @Test
    void b02_aRequestThatMatchesNoMethodIsChargedAndItsAnswerStays() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            Client crowd = server.with("X-Crowd", server.fromFreshAddress().address());
            List<Response> seen = new ArrayList<>();
            seen.add(crowd.send("DELETE", "/reactive/free"));
            seen.addAll(crowd.get("/reactive/free", 3));
            pauseRedis();
            // Somebody else: who was denied is told so from memory, at once.
            Client other = server.with("X-Crowd", server.fromFreshAddress().address());
            seen.add(other.send("DELETE", "/reactive/free"));
            return seen;
        });

        assertThat(responses).extracting(Response::status).containsExactly(405, 200, 200, 429, 405);
        assertThat(responses.get(4).all("X-RateLimit-Limit")).isEmpty();
    }

    @Test
    void d19_whileRedisStandsStillAndFiftyRequestsWaitAnUnlimitedResourceIsFast() throws Exception {
        server.fromFreshAddress().get("/reactive/uni");
        server.get("/reactive/free", MEASURED);
        ExecutorService callers = Executors.newFixedThreadPool(WAITING);
        try {
            redis.freeze();
            List<Future<Response>> waiting = new ArrayList<>();
            for (int i = 0; i < WAITING; i++) {
                Callable<Response> call = limited(i);
                waiting.add(callers.submit(call));
            }
            long[] micros = measured("/reactive/free");
            assertThat(waiting).as("requests that wait").noneMatch(Future::isDone);
            assertThat(micros[MEASURED * 99 / 100]).as("p99 in micros").isLessThan(SLOW_MILLIS * 1000);
            redis.thaw();
            for (Future<Response> response : waiting) {
                assertThat(response.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
            }
        } finally {
            redis.thaw();
            callers.shutdownNow();
        }
    }

    /** The times of many requests, one after the other, in order of their length. */
    private static long[] measured(String path) {
        long[] micros = new long[MEASURED];
        for (int i = 0; i < MEASURED; i++) {
            long begin = System.nanoTime();
            assertThat(server.get(path).status()).isEqualTo(200);
            micros[i] = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
        }
        Arrays.sort(micros);
        System.out.println("unlimited resource, micros: p50 " + micros[MEASURED / 2] + ", p99 "
                + micros[MEASURED * 99 / 100] + ", max " + micros[MEASURED - 1]);
        return micros;
    }

    private static Callable<Response> limited(int i) {
        List<String> paths = List.of("uni", "stage", "non-blocking", "bean/uni", "bean/stage");
        Client client = server.fromFreshAddress();
        return () -> client.get("/reactive/" + paths.get(i % paths.size()));
    }

    private static List<Response> three(String path) throws Exception {
        return Windows.inOneMinute(() -> server.fromFreshAddress().get("/reactive/" + path, 3));
    }
}
