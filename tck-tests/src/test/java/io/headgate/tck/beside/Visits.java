package io.headgate.tck.beside;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** Has the application's own client, which others can inject. */
@ApplicationScoped
public class Visits {

    private RedissonClient client;

    /** The client. */
    @Produces
    @Singleton
    public RedissonClient client() {
        Config config = new Config().setCodec(StringCodec.INSTANCE);
        config.setThreads(2).setNettyThreads(2);
        config.useSingleServer()
                .setAddress(System.getenv("VISITS_REDIS"))
                .setConnectionPoolSize(4)
                .setConnectionMinimumIdleSize(1);
        client = Redisson.create(config);
        return client;
    }

    @PreDestroy
    void end() {
        if (client != null) {
            client.shutdown();
        }
    }
}
