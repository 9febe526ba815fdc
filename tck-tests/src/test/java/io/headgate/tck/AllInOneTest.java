package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.json.JsonApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Windows;
import io.headgate.testing.RedisServer;
import java.net.URL;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application with all of Headgate in one file counts in Redis, and speaks JSON-B with nothing set for that. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class AllInOneTest {

    @ArquillianResource
    URL url;

    @Deployment(testable = false)
    static WebArchive application() {
        return Deployments.allInOne("all", JsonApplication.class.getPackage())
                .addAsResource(
                        new StringAsset("ratelimit.redis.timeout=30s\nratelimit.redis.address="
                                + RedisServer.shared().address()),
                        "META-INF/microprofile-config.properties");
    }

    @Test
    void namesAreThoseOfJsonBAndCountersAreInRedis() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            RedisServer.shared().clear();
            return Client.of(url).fromFreshAddress().get(url.getPath() + "api/gauge", 3);
        });

        assertThat(responses.get(0).body()).isEqualTo("{\"water-level\":7}");
        assertCountsDown(responses, 2);
        assertThat(RedisServer.shared().keys()).anyMatch(key -> key.startsWith("ratelimit:v1:gauge:"));
    }
}
