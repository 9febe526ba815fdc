package io.headgate.internal.store.redis;

import static io.headgate.testing.Forgotten.assertForgotten;

import io.headgate.internal.time.Timers;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.LifeWithRedis;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Resp;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RedissonClient;

/** An application whose counters were in Redis is forgotten when it is gone. */
@Timeout(120)
class ForgottenApplicationTest {

    private final RedisServer redis = RedisServer.shared();

    @Test
    void d22_whoHadAClientOfHeadgatesIsForgotten() throws Exception {
        redis.clear();

        assertForgotten(LifeWithRedis.class, redis.address());
    }

    @Test
    void d22_whoHadAClientOfItsOwnIsForgotten() throws Exception {
        redis.clear();

        assertForgotten(WithAClientOfItsOwn.class, redis.address());
    }

    @Test
    void d22_whoEndsWhileRedisStandsStillIsForgotten() throws Exception {
        try (RedisServer still = RedisServer.start()) {
            assertForgotten(WhileRedisStandsStill.class, still.address());
        }
    }

    @Test
    void d22_whoNeverReachedRedisIsForgotten() throws Exception {
        assertForgotten(NeverReachedRedis.class, "redis://127.0.0.1:1");
    }

    /** Ends with a question that nobody has answered. */
    public static final class WhileRedisStandsStill extends LifeWithRedis {

        public WhileRedisStandsStill(String address) {
            super(address);
        }

        @Override
        protected boolean use(RateLimitStore store) throws Exception {
            boolean allowed = super.use(store);
            try (Resp resp = new Resp(URI.create(address).getPort())) {
                resp.call("CLIENT", "PAUSE", "60000");
            }
            return allowed && !ask(store).isDone();
        }
    }

    /** Ends when its first attempt to connect has failed, before the next one. */
    public static final class NeverReachedRedis extends LifeWithRedis {

        public NeverReachedRedis(String address) {
            super(address);
        }

        @Override
        protected boolean use(RateLimitStore store) {
            return ask(store).handle((decisions, failure) -> failure != null).join();
        }
    }

    /** Ends its client itself, and waits for Netty's last thread. */
    public static final class WithAClientOfItsOwn extends LifeWithRedis {

        private final RedissonClient client;

        public WithAClientOfItsOwn(String address) {
            super(address);
            this.client = RedissonClients.small(address);
        }

        @Override
        protected RateLimitStore store(ConnectingStore.Place place, Timers timers) {
            return ConnectingStore.borrowed(() -> client, place, timers, why -> {});
        }

        @Override
        public Boolean call() throws Exception {
            try {
                return super.call();
            } finally {
                client.shutdown();
                GlobalEventExecutor.INSTANCE.execute(() -> {});
                GlobalEventExecutor.INSTANCE.awaitInactivity(10, TimeUnit.SECONDS);
            }
        }
    }
}
