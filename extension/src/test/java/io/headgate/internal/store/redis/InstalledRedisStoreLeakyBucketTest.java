package io.headgate.internal.store.redis;

import io.headgate.spi.LeakyBucketContract;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;

class InstalledRedisStoreLeakyBucketTest extends LeakyBucketContract {

    @Override
    protected RateLimitStore open(ManualTime time) {
        return RedisKit.emptied(RedisServer.installedOrShared(), time);
    }
}
