package io.headgate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.neighbour.NeighbourApplication;
import io.headgate.tck.ownclient.OwnClientApplication;
import io.headgate.tck.support.Callers;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Remains;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.torture.TortureApplication;
import io.headgate.testing.RedisServer;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What applications that count in Redis leave behind in a server that goes on without them. Beside them runs another
 * application all the time, as on servers where applications come and go.
 */
@Needs(Needs.REDEPLOYMENT)
class RedeploymentTest {

    private static final Duration LONGEST_UNDEPLOYMENT = Duration.ofSeconds(5);

    /** An application that does not wait longer than it would by default. */
    private static final String HASTY = """
            config_ordinal=400
            ratelimit.redis.timeout=250ms
            # demo-key-1
            ratelimit.api-key.sha256=0b2c109e25ac7d47cc0c56f999832031c7391890ee1893f299b5df9a9256f1d1
            """;

    private static final String OPTIONS = "JAVA_TOOL_OPTIONS";

    /** What is only softly reachable goes when memory is needed, so it is no leak; here it goes at once. */
    private static final String WITHOUT_SOFT_REFERENCES = "-XX:SoftRefLRUPolicyMSPerMB=0";

    private static RedisServer redis;
    private static ServerProcess server;
    private static Client client;
    private static Remains remains;
    private static File example;

    @BeforeAll
    static void start() {
        example = Deployments.toFile(Deployments.withRedisson(Deployments.example()));
        redis = RedisServer.start();
        server = startWithNeighbour(Map.of());
        client = clientOf(server);
        remains = Remains.in(server);
    }

    private static ServerProcess startWithNeighbour(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        Optional.ofNullable(System.getenv(OPTIONS)).ifPresent(options -> environment.put(OPTIONS, options));
        environment.put("RATELIMIT_REDIS_ADDRESS", redis.address());
        environment.put("RATELIMIT_REDIS_TIMEOUT", "30s");
        environment.merge(OPTIONS, WITHOUT_SOFT_REFERENCES, (before, added) -> before + " " + added);
        ServerProcess started = ServerProcess.startWithNeighbour(
                Deployments.toFile(Deployments.withoutHeadgate(NeighbourApplication.class.getPackage())), environment);
        assertThat(clientOf(started).get("/neighbour/api/visit").status())
                .as(started.output())
                .isEqualTo(200);
        return started;
    }

    private static Client clientOf(ServerProcess started) {
        return Client.of(started.port()).fromFreshAddress().with("X-Api-Key", "demo-key-1");
    }

    @AfterAll
    static void end() {
        server.close();
        redis.close();
    }

    /**
     * Some requests are running when their application is taken away. What then stays on the threads of the server is the
     * server's own affair ({@code traffic.environment} in its {@code server.properties}); what Headgate leaves there, the
     * other tests see, whose server has its threads as they are delivered.
     */
    @Test
    void d22_d23_redeploymentsUnderTrafficLeaveNothingAndTakeNoTimeWhateverRedisDoes() throws Exception {
        File hasty = Deployments.toFile(Deployments.withRedisson(Deployments.application("torture"))
                .addPackage(TortureApplication.class.getPackage())
                .addAsResource(new StringAsset(HASTY), "META-INF/microprofile-config.properties"));
        int times = Server.redeploymentsUnderTraffic();
        assertThat(times).as("more than may be left").isGreaterThan(Server.loadersKept());
        List<Duration> undeployments = new ArrayList<>();
        try (ServerProcess busy = startWithNeighbour(Server.environmentUnderTraffic())) {
            Remains left = Remains.in(busy);
            try (Callers callers = new Callers(clientOf(busy), "/api/wide", "/api/deny")) {
                for (int time = 0; time < times; time++) {
                    busy.deploy(hasty);
                    callers.awaitThatSomePass();
                    if (time == 0) {
                        assertThat(left.threads()).as("threads while deployed").isNotEmpty();
                        assertThat(left.classLoaders())
                                .as("class loaders while deployed")
                                .isNotEmpty();
                    }
                    changeWeather(time);
                    callers.applicationGoes();
                    undeployments.add(timeToUndeploy(busy));
                }
                assertThat(callers.statuses())
                        .as("answers while deployed: passed, denied, or refused without Redis")
                        .contains(200)
                        .isSubsetOf(200, 429, 503);
            }

            left.assertThatThereAreNone();
        } finally {
            renewRedis();
        }
        assertThat(undeployments).allMatch(time -> time.compareTo(LONGEST_UNDEPLOYMENT) < 0);
    }

    /** Redis is there, stands still, is there again, is gone, and so on: deployed in one weather, undeployed in the next. */
    private static void changeWeather(int time) {
        switch (time % 4) {
            case 0 -> redis.freeze();
            case 1 -> redis.thaw();
            case 2 -> redis.close();
            default -> redis = RedisServer.startAt(redis.port());
        }
    }

    private static void renewRedis() {
        redis.close();
        redis = RedisServer.startAt(redis.port());
    }

    @Test
    void d22_anApplicationThatEndsItsOwnClientLeavesNothingOfHeadgateEither() throws Exception {
        File application = Deployments.toFile(Deployments.withRedisson(Deployments.application("own-client"))
                .addPackage(OwnClientApplication.class.getPackage()));
        for (int time = 1; time <= 2; time++) {
            deployAndCall(application, "/api/greeting", "greeting");
            server.undeploy();
        }

        remains.assertThatThereAreNone();
    }

    @Test
    void d23_undeployedWithinFiveSecondsWhileRedisStandsStill() throws Exception {
        deployAndCall(example, "/api/search", "search");
        redis.freeze();
        try {
            assertThat(timeToUndeploy(server)).isLessThan(LONGEST_UNDEPLOYMENT);
        } finally {
            redis.thaw();
        }

        remains.assertThatThereAreNone();
    }

    @Test
    void d23_undeployedWithinFiveSecondsWhileRedisIsGone() throws Exception {
        deployAndCall(example, "/api/search", "search");
        redis.close();
        try {
            assertThat(timeToUndeploy(server)).isLessThan(LONGEST_UNDEPLOYMENT);
        } finally {
            redis = RedisServer.startAt(redis.port());
        }

        remains.assertThatThereAreNone();
    }

    private static void deployAndCall(File application, String path, String policy) {
        redis.clear();
        server.deploy(application);
        Response response = client.get(path);
        assertThat(response.status()).as(server.output()).isEqualTo(200);
        assertThat(redis.keys()).anyMatch(key -> key.startsWith("ratelimit:v1:" + policy + ":"));
    }

    private static Duration timeToUndeploy(ServerProcess of) {
        long before = System.nanoTime();
        of.undeploy();
        return Duration.ofNanos(System.nanoTime() - before);
    }
}
