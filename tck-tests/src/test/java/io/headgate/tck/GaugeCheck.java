package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Windows;
import io.headgate.testing.RedisServer;
import java.net.URL;
import java.util.List;

/** What {@code tck.json}'s application must answer, whatever brings Redisson into it. */
final class GaugeCheck {

    private GaugeCheck() {}

    static void assertNamesOfJsonBAndCountersInRedis(URL url) throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            RedisServer.shared().clear();
            return Client.of(url).fromFreshAddress().get(url.getPath() + "api/gauge", 3);
        });

        assertThat(responses.get(0).body()).isEqualTo("{\"water-level\":7}");
        assertCountsDown(responses, 2);
        assertThat(RedisServer.shared().keys()).anyMatch(key -> key.startsWith("ratelimit:v1:gauge:"));
    }
}
