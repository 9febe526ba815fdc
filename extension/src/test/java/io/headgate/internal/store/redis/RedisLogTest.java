package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Resp;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a sliding log keeps in Redis, and what a denial does not write; by a test's time. */
class RedisLogTest extends StoreKit {

    private final RedisServer server = RedisServer.shared();
    private final Resp resp = server.resp();

    @Override
    protected RateLimitStore open(ManualTime time) {
        return RedisKit.emptied(server, time);
    }

    @Test
    void aLogHasAMemberForEachPermitAndNoTwoAreAlike() {
        PermitRequest request = one("log", limit(Algorithm.SLIDING_LOG, 9_999, 60));
        Decision many = acquire(at(4_500, request));
        acquire(at(2_000, request));
        acquireAll(at(2, request), at(3, request));
        assertThat(resp.number("ZCARD", keyOf(request))).isEqualTo(6_505);

        refund(many);
        assertThat(resp.number("ZCARD", keyOf(request))).isEqualTo(2_005);
        assertThat(peek(request).remaining()).isEqualTo(9_999 - 2_005);

        time.advance(Duration.ofSeconds(60));
        acquire(request);
        assertThat(resp.number("ZCARD", keyOf(request))).isEqualTo(1);
    }

    @Test
    void aLogOfTheFutureIsCountedFromNow() {
        PermitRequest request = one("log", limit(Algorithm.SLIDING_LOG, 3_000, 60));
        acquire(at(2_500, request));

        time.advance(Duration.ofDays(-1));
        assertThat(acquire(at(500, request)).remaining()).isZero();

        assertThat(resp.number("ZCOUNT", keyOf(request), time.micros(), time.micros()))
                .isEqualTo(3_000);
        time.advance(Duration.ofSeconds(60));
        assertThat(peek(request).remaining()).isEqualTo(3_000);
    }

    @Test
    void aDenialByALogOrABucketWritesNothing() {
        for (Algorithm algorithm : List.of(Algorithm.SLIDING_LOG, Algorithm.TOKEN_BUCKET)) {
            PermitRequest request = one("denied", limit(algorithm, 5, 60));
            acquire(at(5, request));
            time.advance(Duration.ofSeconds(7));
            resp.call("CONFIG", "RESETSTAT");

            assertThat(acquire(request).allowed()).isFalse();

            for (String writes : List.of("set", "zadd", "zremrangebyrank", "pexpireat", "del")) {
                assertThat(server.calls(writes)).as(writes).isZero();
            }
        }
    }

    /** Without the probe, which would tell so at the start: a right may be taken away later. */
    @Test
    void whoMayGiveNoExpiryAddsNothing() {
        try (RestrictedUser user = new RestrictedUser(List.of("~*", "+@all", "-pexpireat"))) {
            PermitRequest request = one("short", limit(Algorithm.SLIDING_LOG, 5, 60));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(
                                () -> answer(RedisKit.store(user.client(), time).tryAcquire(Acquisition.of(request))))
                        .hasMessageContaining("HG0307");
            }
            assertThat(server.keys()).isEmpty();
        }
    }

    private static String keyOf(PermitRequest request) {
        return RedisKit.NAMESPACE + ":v1:" + request.key();
    }
}
