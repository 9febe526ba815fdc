package io.headgate.example.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.headgate.LimitKey;
import io.headgate.spi.RateLimitStore;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A test of Quarkus's own kind sees the limits, and can set them back. */
@QuarkusTest
class GateResourceTest {

    private static final String ADDRESS = "127.0.0.1";

    @TestHTTPResource("/gate")
    URI gate;

    @Inject
    RateLimitStore store;

    @BeforeEach
    void forgetWhoCame() throws Exception {
        for (String policy : List.of("gate", "gate-later")) {
            store.reset(LimitKey.of(policy, List.of("ip", ADDRESS)))
                    .toCompletableFuture()
                    .get();
        }
    }

    @Test
    void theFourthCallOfAMinuteIsRefused() throws Exception {
        assertEquals(List.of(200, 200, 200, 429), fourTimes(gate));
    }

    @Test
    void theFourthCallOfAMinuteIsRefusedOnAnEventLoopToo() throws Exception {
        assertEquals(List.of(200, 200, 200, 429), fourTimes(URI.create(gate + "/later")));
    }

    private static List<Integer> fourTimes(URI uri) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            HttpRequest request = HttpRequest.newBuilder(uri).build();
            statuses.add(HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.discarding())
                    .statusCode());
        }
        return statuses;
    }
}
