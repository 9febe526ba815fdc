package io.headgate.internal.store.redis;

import io.headgate.internal.store.RedisServers;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A client of Headgate's own. */
final class OwnClient implements ClientSource {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Netty's last thread looks once a second whether it is still needed. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private final RedisServers servers;
    private final Config config;

    /**
     * Connects to nothing yet.
     *
     * @throws IllegalArgumentException if a file of Redisson's is asked for and cannot be used
     */
    OwnClient(RedisServers servers, Duration timeout, ClassLoader loader) {
        this.servers = servers;
        this.config = ClientConfigs.of(servers, timeout, loader);
    }

    @Override
    public RedissonClient open() {
        return Redisson.create(config);
    }

    @Override
    public void close(RedissonClient client) {
        client.shutdown(0, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Netty tells on one more thread that the others have ended, and that thread ends a second later. Where the server has
     * closed the application's class loader by then, the thread misses a class, stays forever, and keeps the application. An
     * attempt to connect that failed has had such a thread too.
     */
    @Override
    public void awaitEnd() {
        GlobalEventExecutor.INSTANCE.execute(() -> {});
        try {
            GlobalEventExecutor.INSTANCE.awaitInactivity(QUIET.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return servers.toString();
    }
}
