package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Algorithm;
import io.headgate.RateLimit;
import io.headgate.RateLimiter;
import io.headgate.Receipt;
import io.headgate.testing.App;
import io.headgate.testing.Logs;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.http.HttpResponse;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RedissonClient;

/** An application that shares the permits of a policy with a batch program. */
@Timeout(120)
class SharedLimiterAppTest {

    private static final String NAME = "ratelimit:v1:partner-api:{VMf-Zzk9vqpes8KrsIbkEQ}";

    @BeforeEach
    void emptyRedis() {
        RedisServer.shared().clear();
    }

    private static App.Builder app() {
        return App.of(Partner.class, Caller.class)
                .rest()
                .with("ratelimit.redis.timeout", "20s")
                .with("ratelimit.redis.address", RedisServer.shared().address());
    }

    @Test
    void theNameIsToldAtTheStartAndABatchProgramThatUsesItSharesTheLimit() {
        RedissonClient batch = RedissonClients.defaults(RedisServer.shared().address());
        try (Logs logs = new Logs();
                App app = app().start()) {
            assertThat(logs.at(Level.INFO))
                    .filteredOn(line -> line.startsWith("HG0355"))
                    .singleElement()
                    .asString()
                    .startsWith("HG0355: policy partner-api counts with the RRateLimiter " + NAME + ": ");

            HttpResponse<String> first = app.get("/partner");
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.headers().firstValue("X-RateLimit-Limit")).contains("5");
            assertThat(first.headers().firstValue("X-RateLimit-Remaining")).contains("4");
            RRateLimiter limiter = batch.getRateLimiter(NAME);
            assertThat(IntStream.range(0, 3).allMatch(call -> limiter.tryAcquire()))
                    .isTrue();

            assertThat(app.get("/partner").headers().firstValue("X-RateLimit-Remaining"))
                    .contains("0");
            HttpResponse<String> denied = app.get("/partner");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().firstValue("Retry-After")).contains("3600");
            assertThat(limiter.tryAcquire()).isFalse();
            assertThat(logs.warnings()).isEmpty();
        } finally {
            batch.shutdown();
        }
    }

    @Test
    void codeCanAskLookGiveBackAndForget() {
        try (App app = app().with("ratelimit.policies.manual", "exports")
                .with("ratelimit.policy.exports.algorithm", "redisson")
                .with("ratelimit.policy.exports.limit", "3")
                .with("ratelimit.policy.exports.window", "1h")
                .start()) {
            RateLimiter limiter = app.bean(Caller.class).limiter;
            Receipt receipt =
                    limiter.tryAcquire("exports", "tenant-7", 2).receipt().orElseThrow();
            assertThat(limiter.tryAcquire("exports", "tenant-7", 2).allowed()).isFalse();
            limiter.refund(receipt);
            assertThat(limiter.peek("exports", "tenant-7").remaining()).isEqualTo(3);
            limiter.tryAcquire("exports", "tenant-7", 3);
            limiter.reset("exports", "tenant-7");
            assertThat(limiter.peek("exports", "tenant-7").remaining()).isEqualTo(3);
        }
    }

    @Test
    void withoutRedisTheDeploymentStopsAndNamesThePolicy() {
        assertThatThrownBy(() -> App.of(Partner.class).rest().start())
                .hasMessageContaining("HG0377: policy partner-api: its algorithm is redisson")
                .hasMessageContaining("set ratelimit.redis.address");
        assertThatThrownBy(() -> app().with("ratelimit.store", "local").start())
                .hasMessageContaining("HG0377: policy partner-api");
        try (App off = App.of(Partner.class)
                .rest()
                .with("ratelimit.policy.partner-api.enabled", "false")
                .start()) {
            assertThat(off.get("/partner").statusCode()).isEqualTo(200);
        }
    }

    /** Five permits an hour, shared. */
    @Path("/")
    @RequestScoped
    public static class Partner {

        @GET
        @Path("partner")
        @RateLimit(name = "partner-api", key = "global", limit = 5, window = "1h", algorithm = Algorithm.REDISSON)
        public String call() {
            return "called";
        }
    }

    /** Asks by itself. */
    @jakarta.enterprise.context.Dependent
    public static class Caller {

        @Inject
        RateLimiter limiter;
    }
}
