package io.headgate.internal.store.redis;

import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreThreadContract;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;

class RedisStoreThreadTest extends StoreThreadContract {

    @Override
    protected RateLimitStore open(ManualTime time) {
        return RedisKit.emptied(RedisServer.shared(), time);
    }
}
