package io.headgate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Windows;
import io.headgate.tck.turnstile.TurnstileApplication;
import io.headgate.testing.RedisServer;
import java.net.URL;
import java.util.List;
import java.util.Set;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.Redisson;
import org.redisson.api.RAtomicLong;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A counter that requests made is a number for every other program with Redisson. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class FixedWindowInRedisTest {

    private static final String KEY = "ratelimit:v1:turnstile:";
    private static final long MINUTE_MILLIS = 60_000;

    private static RedissonClient otherProgram;

    @ArquillianResource
    URL url;

    @Deployment(testable = false)
    static WebArchive application() {
        return Deployments.countingIn(
                RedisServer.shared(),
                Deployments.withRedisson(Deployments.application("turnstile"))
                        .addPackage(TurnstileApplication.class.getPackage()));
    }

    @BeforeAll
    static void connect() {
        Config config = new Config();
        config.useSingleServer().setAddress(RedisServer.shared().address());
        otherProgram = Redisson.create(config);
    }

    @AfterAll
    static void disconnect() {
        otherProgram.shutdown();
    }

    /** What one minute showed. */
    private record Seen(List<Response> responses, Set<String> keys, long used, long millisLeft, long millisToEnd) {}

    @Test
    void anotherProgramReadsThePermitsUsedAsAnAtomicLongThatEndsWithTheWindow() throws Exception {
        Seen seen = Windows.inOneMinute(() -> {
            RedisServer.shared().clear();
            List<Response> responses = Client.of(url).fromFreshAddress().get(url.getPath() + "api/turnstile", 3);
            Set<String> keys = RedisServer.shared().keys();
            RAtomicLong counter = otherProgram.getAtomicLong(keys.iterator().next());
            long millisToEnd = MINUTE_MILLIS - Math.floorMod(System.currentTimeMillis(), MINUTE_MILLIS);
            return new Seen(responses, keys, counter.get(), counter.remainTimeToLive(), millisToEnd);
        });

        assertThat(seen.responses()).extracting(Response::status).containsExactly(200, 200, 429);
        assertThat(seen.responses())
                .extracting(response -> response.number("X-RateLimit-Remaining"))
                .containsExactly(3L, 1L, 1L);
        assertThat(seen.keys()).singleElement().asString().startsWith(KEY);
        assertThat(seen.used()).as("permits used").isEqualTo(4);
        assertThat(seen.millisLeft())
                .as("time to live, ms, of %d to the end of the window", seen.millisToEnd())
                .isPositive()
                .isLessThanOrEqualTo(seen.millisToEnd() + 2);
    }

    @Test
    void anotherProgramSetsTheCounter() throws Exception {
        List<Integer> statuses = Windows.inOneMinute(() -> {
            RedisServer.shared().clear();
            Client client = Client.of(url).fromFreshAddress();
            int before = client.get(url.getPath() + "api/turnstile").status();
            String key = RedisServer.shared().keys().iterator().next();
            long used = otherProgram.getAtomicLong(key).addAndGet(2);
            int after = client.get(url.getPath() + "api/turnstile").status();
            return List.of(before, (int) used, after);
        });

        assertThat(statuses).containsExactly(200, 4, 429);
    }
}
