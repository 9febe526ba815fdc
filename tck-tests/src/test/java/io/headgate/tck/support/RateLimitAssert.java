package io.headgate.tck.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;

/** What an answer says about a limit. Each header is looked for on the wire and must be there once. */
public final class RateLimitAssert {

    private static final long LONGEST_WINDOW = 60;

    private RateLimitAssert() {}

    /** The request passed, and the headers show this policy. */
    public static void assertAllowed(Response response, long limit, long remaining) {
        assertThat(response.status()).as("status of %s", response).isEqualTo(200);
        assertHeaders(response, limit, remaining);
        assertThat(response.all("Retry-After")).as("Retry-After").isEmpty();
    }

    /** The headers show this policy, whatever the status is. */
    public static void assertHeaders(Response response, long limit, long remaining) {
        assertThat(response.number("X-RateLimit-Limit"))
                .as("limit of %s", response)
                .isEqualTo(limit);
        assertThat(response.number("X-RateLimit-Remaining"))
                .as("remaining of %s", response)
                .isEqualTo(remaining);
        long now = Instant.now().getEpochSecond();
        assertThat(response.number("X-RateLimit-Reset"))
                .as("reset of %s, now is %d", response, now)
                .isBetween(now - LONGEST_WINDOW, now + LONGEST_WINDOW + 1);
    }

    /** The first responses are allowed and count down to 0, all others are denied. */
    public static void assertCountsDown(List<Response> responses, long limit) {
        assertThat(responses).hasSizeGreaterThan((int) limit);
        for (int i = 0; i < responses.size(); i++) {
            if (i < limit) {
                assertAllowed(responses.get(i), limit, limit - 1 - i);
            } else {
                assertDenied(responses.get(i), limit);
            }
        }
    }

    /** The request was answered with 429 in full, and the headers show this policy. */
    public static void assertDenied(Response response, long limit) {
        assertThat(response.status()).as("status of %s", response).isEqualTo(429);
        assertHeaders(response, limit, 0);
        long retryAfter = response.number("Retry-After");
        assertThat(retryAfter).as("Retry-After").isBetween(1L, LONGEST_WINDOW + 1);
        assertThat(response.members("Cache-Control")).as("Cache-Control").contains("no-store");
        assertThat(response.one("Content-Type")).startsWith("application/json");
        assertThat(response.body()).isEqualTo("{\"error\":\"rate limit exceeded\",\"retry_after\":" + retryAfter + "}");
    }
}
