package io.headgate.internal.store.redis;

import io.headgate.internal.store.RedisServers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.EqualJitterDelay;
import org.redisson.config.ReadMode;
import org.redisson.config.SubscriptionMode;

/**
 * What Headgate's own client is told. Scripts are short and come one after the other through a connection, so a small pool
 * and two threads are faster than Redisson's defaults. Nothing is sent twice: a script that was charged and whose answer was
 * lost would be charged again.
 */
final class ClientConfigs {

    private static final int THREADS = 2;
    private static final int POOL = 8;
    private static final int IDLE = 2;
    /** A connection that a firewall has forgotten is found out by this. */
    private static final int PING_MILLIS = 2_000;

    private static final int CONNECT_MILLIS = 5_000;

    /** Connecting takes several answers, and those of TLS take longer than a script. */
    private static final int LEAST_TIMEOUT_MILLIS = 1_000;

    private static final Duration SOONEST_RECONNECT = Duration.ofMillis(100);
    private static final Duration LATEST_RECONNECT = Duration.ofSeconds(1);

    /** Headgate sets a codec of its own. That of a file would be made for nothing, and what it is made of may be missing. */
    private static final Pattern CODEC = Pattern.compile("(?m)^codec *:.*(?:\\R[ \\t]+.*)*");

    /** A class of Redisson's, by the name that it has for everybody else: see {@link #names}. */
    private static final Pattern TAG = Pattern.compile("(!+<?)" + String.join("\\.", "org", "redisson", ""));

    private ClientConfigs() {}

    /**
     * The configuration for these servers.
     *
     * @param loader finds class-path resources
     * @throws IllegalArgumentException if a file of Redisson's is asked for and cannot be used
     */
    static Config of(RedisServers servers, Duration timeout, ClassLoader loader) {
        Config config = servers.config().map(file -> read(file, loader)).orElseGet(() -> described(servers, timeout));
        return config.setCodec(StringCodec.INSTANCE);
    }

    private static Config described(RedisServers servers, Duration timeout) {
        Config config = new Config().setThreads(THREADS).setNettyThreads(THREADS);
        servers.username().ifPresent(config::setUsername);
        servers.password().ifPresent(config::setPassword);
        String[] addresses = servers.addresses().toArray(String[]::new);
        switch (servers.mode()) {
            case SINGLE ->
                limited(config.useSingleServer(), timeout)
                        .setAddress(addresses[0])
                        .setDatabase(servers.database())
                        .setConnectionPoolSize(POOL)
                        .setConnectionMinimumIdleSize(IDLE)
                        .setSubscriptionConnectionPoolSize(1)
                        .setSubscriptionConnectionMinimumIdleSize(0);
            case CLUSTER -> limitedPools(config.useClusterServers(), timeout).addNodeAddress(addresses);
            case SENTINEL ->
                limitedPools(config.useSentinelServers(), timeout)
                        .setMasterName(servers.masterName().orElseThrow())
                        .setDatabase(servers.database())
                        .setCheckSentinelsList(false)
                        .addSentinelAddress(addresses);
            case REPLICATED ->
                limitedPools(config.useReplicatedServers(), timeout)
                        .setDatabase(servers.database())
                        .addNodeAddress(addresses);
        }
        return config;
    }

    private static <T extends BaseConfig<T>> T limited(T server, Duration timeout) {
        return server.setClientName("headgate")
                .setRetryAttempts(0)
                .setTimeout((int) Math.max(LEAST_TIMEOUT_MILLIS, timeout.toMillis()))
                .setConnectTimeout(CONNECT_MILLIS)
                .setPingConnectionInterval(PING_MILLIS)
                .setReconnectionDelay(new EqualJitterDelay(SOONEST_RECONNECT, LATEST_RECONNECT));
    }

    /** Scripts write, so only masters are asked. */
    private static <T extends BaseMasterSlaveServersConfig<T>> T limitedPools(T servers, Duration timeout) {
        return limited(servers, timeout)
                .setReadMode(ReadMode.MASTER)
                .setSubscriptionMode(SubscriptionMode.MASTER)
                .setMasterConnectionPoolSize(POOL)
                .setMasterConnectionMinimumIdleSize(IDLE)
                .setSubscriptionConnectionPoolSize(1)
                .setSubscriptionConnectionMinimumIdleSize(0);
    }

    /** What stands in the file may be a password, so messages tell only what kind of thing is wrong. */
    private static Config read(String file, ClassLoader loader) {
        String text = text(file, loader);
        try {
            return Config.fromYAML(names(CODEC.matcher(text).replaceAll("")));
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalArgumentException(
                    "it is no configuration that Redisson can read ("
                            + e.getClass().getSimpleName() + ")",
                    e);
        }
    }

    /** Where Redisson was relocated, the file's names of its classes are changed as the classes' names were. */
    private static String names(String text) {
        String here = Config.class.getPackageName().replaceFirst("config$", "");
        return TAG.matcher(text).replaceAll("$1" + here);
    }

    private static String text(String file, ClassLoader loader) {
        try (InputStream stream = open(file, loader)) {
            if (stream == null) {
                throw new IllegalArgumentException("there is no such file, and no such resource on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "it cannot be read (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    private static @Nullable InputStream open(String file, ClassLoader loader) throws IOException {
        try {
            Path path = Path.of(file);
            return Files.isRegularFile(path) ? Files.newInputStream(path) : loader.getResourceAsStream(file);
        } catch (InvalidPathException noPath) {
            return loader.getResourceAsStream(file);
        }
    }
}
