package io.headgate.testing;

import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** Clients as Headgate makes them, and as applications do. */
public final class RedissonClients {

    private RedissonClients() {}

    /** Few threads, a small pool, nothing sent twice. */
    public static RedissonClient small(String address) {
        return Redisson.create(smallConfig(address));
    }

    /** The configuration of {@link #small}, to be changed. */
    public static Config smallConfig(String address) {
        Config config = new Config();
        config.setThreads(2);
        config.setNettyThreads(2);
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress(address)
                .setConnectionPoolSize(4)
                .setConnectionMinimumIdleSize(2)
                .setSubscriptionConnectionPoolSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setRetryAttempts(0);
        return config;
    }

    /** What an application gets that sets an address and nothing else. */
    public static RedissonClient defaults(String address) {
        Config config = new Config();
        config.useSingleServer().setAddress(address);
        return Redisson.create(config);
    }

    /** A client of a cluster. */
    public static RedissonClient cluster(String... addresses) {
        Config config = new Config();
        config.setThreads(2);
        config.setNettyThreads(2);
        config.setCodec(StringCodec.INSTANCE);
        config.useClusterServers()
                .addNodeAddress(addresses)
                .setMasterConnectionPoolSize(4)
                .setMasterConnectionMinimumIdleSize(1)
                .setRetryAttempts(0);
        return Redisson.create(config);
    }
}
