package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.beside.VisitsResource;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import io.headgate.testing.RedisServer;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An application with all of Headgate in one file uses another Redisson and another Netty for itself. */
class BesideTest {

    private static final String VISITS = "/api/visits";

    private static RedisServer redis;
    private static ServerProcess server;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        File application = Deployments.toFile(Deployments.withOtherRedisson(Deployments.exampleAllInOne())
                .addPackage(VisitsResource.class.getPackage()));
        server = ServerProcess.start(
                application,
                Map.of(
                        "RATELIMIT_REDIS_ADDRESS", redis.address(),
                        "RATELIMIT_REDIS_TIMEOUT", "30s",
                        "VISITS_REDIS", redis.address()));
    }

    @AfterAll
    static void end() {
        server.close();
        redis.close();
    }

    private static Client client() {
        return Client.of(server.port()).fromFreshAddress();
    }

    @Test
    void bothCountInRedisEachWithItsOwnClient() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            redis.clear();
            return client().get(VISITS, 4);
        });

        assertThat(responses.get(0).status()).as(server.output()).isEqualTo(200);
        assertCountsDown(responses, 2);
        assertThat(responses.subList(0, 2)).extracting(Response::body).containsExactly("1", "2");
        assertThat(redis.resp().text("GET", "visits")).isEqualTo("2");
        assertThat(redis.keys()).contains("visits").anyMatch(key -> key.startsWith("ratelimit:v1:visits:"));
    }

    @Test
    void eachHasALibraryOfItsOwn() {
        assertThat(client().get(VISITS + "/library").body()).as(server.output()).contains("redisson-3.");
    }

    @Test
    void theLogSaysOnceThatTheApplicationsClientIsNotUsed() {
        assertThat(Pattern.compile("HG0353: ").matcher(server.output()).results())
                .hasSize(1);
    }
}
