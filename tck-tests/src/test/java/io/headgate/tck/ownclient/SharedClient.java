package io.headgate.tck.ownclient;

import io.netty.util.concurrent.GlobalEventExecutor;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * The client, from the first use to the end of the application. It is made and shut down as applications must that want to be
 * forgotten by their server: on threads of their own, and not before Netty's last thread has ended.
 */
@ApplicationScoped
public class SharedClient {

    private static final long PATIENCE_SECONDS = 3;

    /** Connects. */
    @Produces
    @ApplicationScoped
    RedissonClient open() {
        Config config = new Config();
        config.useSingleServer().setAddress(System.getenv("RATELIMIT_REDIS_ADDRESS"));
        return Redisson.create(config);
    }

    /** Ends it. */
    void close(@Disposes RedissonClient client) throws InterruptedException {
        Thread closing = new Thread(() -> end(client), "end of the client");
        closing.start();
        closing.join();
    }

    private static void end(RedissonClient client) {
        client.shutdown(0, PATIENCE_SECONDS, TimeUnit.SECONDS);
        GlobalEventExecutor.INSTANCE.execute(() -> {});
        try {
            GlobalEventExecutor.INSTANCE.awaitInactivity(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
