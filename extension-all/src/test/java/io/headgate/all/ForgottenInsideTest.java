package io.headgate.all;

import static io.headgate.testing.Forgotten.assertForgotten;

import io.headgate.testing.LifeWithRedis;
import io.headgate.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application with the client inside the JAR is forgotten when it is gone. */
@Timeout(120)
class ForgottenInsideTest {

    @Test
    void d22_whatItsFinalizersNeedIsThereInTime() throws Exception {
        RedisServer redis = RedisServer.shared();
        redis.clear();

        assertForgotten(LifeWithRedis.class, redis.address());
    }
}
