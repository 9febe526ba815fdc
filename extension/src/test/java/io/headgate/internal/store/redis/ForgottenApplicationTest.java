package io.headgate.internal.store.redis;

import static io.headgate.testing.Forgotten.assertForgotten;

import io.headgate.internal.time.Timers;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.LifeWithRedis;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RedissonClient;

/** An application whose counters were in Redis is forgotten when it is gone. */
@Timeout(120)
class ForgottenApplicationTest {

    private final RedisServer redis = RedisServer.shared();

    @Test
    void d22_withAClientOfHeadgates() throws Exception {
        redis.clear();

        assertForgotten(LifeWithRedis.class, redis.address());
    }

    @Test
    void d22_withAClientOfItsOwn() throws Exception {
        redis.clear();

        assertForgotten(WithAClientOfItsOwn.class, redis.address());
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
