package io.headgate.tck.quarkus.reactive;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** The application's client of Redis, which nobody but Headgate asks for. */
@ApplicationScoped
public class Clients {

    /** The environment variable that says where Redis is. */
    public static final String ADDRESS = "REACTIVE_REDIS";

    @Produces
    @ApplicationScoped
    RedissonClient client() {
        Config config = new Config().setCodec(StringCodec.INSTANCE);
        config.useSingleServer().setAddress(System.getenv(ADDRESS)).setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    void close(@Disposes RedissonClient client) {
        client.shutdown();
    }
}
