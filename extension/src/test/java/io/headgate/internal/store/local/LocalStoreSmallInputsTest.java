package io.headgate.internal.store.local;

import io.headgate.spi.RateLimitStore;
import io.headgate.spi.SmallInputsContract;
import io.headgate.testing.ManualTime;

class LocalStoreSmallInputsTest extends SmallInputsContract {

    @Override
    protected RateLimitStore open(ManualTime time) {
        return new LocalStore(time, 1_000);
    }
}
