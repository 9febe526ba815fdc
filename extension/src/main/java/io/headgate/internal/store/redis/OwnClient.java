package io.headgate.internal.store.redis;

import io.headgate.internal.store.RedisServers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A client of Headgate's own. */
final class OwnClient implements ClientSource {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

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

    @Override
    public String toString() {
        return servers.toString();
    }
}
