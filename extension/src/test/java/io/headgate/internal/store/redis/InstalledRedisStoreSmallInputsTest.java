package io.headgate.internal.store.redis;

import io.headgate.spi.RateLimitStore;
import io.headgate.spi.SmallInputsContract;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;

class InstalledRedisStoreSmallInputsTest extends SmallInputsContract {

    @Override
    protected RateLimitStore open(ManualTime time) {
        return RedisKit.emptied(RedisServer.installedOrShared(), time);
    }
}
