package io.headgate.internal.store.local;

import io.headgate.spi.LeakyBucketContract;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.ManualTime;

class LocalStoreLeakyBucketTest extends LeakyBucketContract {

    @Override
    protected RateLimitStore open(ManualTime time) {
        return new LocalStore(time, 1_000);
    }
}
