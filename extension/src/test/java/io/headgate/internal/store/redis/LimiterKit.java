package io.headgate.internal.store.redis;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.Await;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Resp;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;

/**
 * A store and, beside it, a plain Redisson program. Both go by the system's clock, since Redisson does: windows are an hour
 * where a test does not wait for their end.
 */
abstract class LimiterKit extends StoreKit {

    static final Duration HOUR = Duration.ofHours(1);

    /** The client of the other program: another pool, another id, Redisson's own settings. */
    static RedissonClient other;

    final RedisServer server = RedisServer.shared();
    final Resp resp = server.resp();

    @BeforeAll
    static void connectTheOtherProgram() {
        other = RedissonClients.defaults(RedisServer.shared().address());
    }

    @AfterAll
    static void endTheOtherProgram() {
        other.shutdown();
    }

    @Override
    protected RateLimitStore open(ManualTime time) {
        server.clear();
        return RedisKit.store(RedisKit.client(server));
    }

    /** One permit of a policy that is shared. */
    static PermitRequest shared(String policy, long permits, Duration window) {
        return one(policy, Limit.of(permits, window, Algorithm.REDISSON));
    }

    /** The name that the other program uses. */
    static String name(PermitRequest request) {
        return RedisKit.NAMESPACE + ":v1:" + request.key();
    }

    /** The three keys of an object. */
    static List<String> keys(PermitRequest request) {
        return List.of(name(request), name(request) + ":value", name(request) + ":permits");
    }

    /** The object as the other program knows it; nothing is made. */
    static RRateLimiter plain(PermitRequest request) {
        return other.getRateLimiter(name(request));
    }

    /** The object as the other program makes it. */
    static RRateLimiter made(PermitRequest request, long permits, Duration window) {
        RRateLimiter limiter = plain(request);
        limiter.trySetRate(RateType.OVERALL, permits, window);
        return limiter;
    }

    /** Waits until the permits are as many again. */
    final void awaitRemaining(PermitRequest request, long permits) {
        Await.until(() -> peek(request).remaining() == permits);
    }

    /** The times to live of an object's keys; -1 for ever, -2 where there is no such key. */
    final List<Long> lives(PermitRequest request) {
        return keys(request).stream().map(key -> resp.number("PTTL", key)).toList();
    }
}
