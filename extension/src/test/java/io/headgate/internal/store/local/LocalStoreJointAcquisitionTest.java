package io.headgate.internal.store.local;

import io.headgate.spi.JointAcquisitionContract;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.ManualTime;

class LocalStoreJointAcquisitionTest extends JointAcquisitionContract {

    @Override
    protected RateLimitStore open(ManualTime time) {
        return new LocalStore(time, 1_000);
    }
}
