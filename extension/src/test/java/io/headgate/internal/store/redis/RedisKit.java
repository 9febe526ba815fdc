package io.headgate.internal.store.redis;

import io.headgate.internal.time.TimeSource;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.redisson.api.RedissonClient;

/** Stores on servers that all tests of this JVM share; each begins with an empty server. */
final class RedisKit {

    static final String NAMESPACE = "ratelimit";
    static final Duration DEADLINE = Duration.ofSeconds(20);
    static final ExecutorService HEADGATE = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "test-redis");
        thread.setDaemon(true);
        return thread;
    });

    private static final Map<String, RedissonClient> CLIENTS = new ConcurrentHashMap<>();

    private RedisKit() {}

    /** The client that all tests share. */
    static RedissonClient client(RedisServer server) {
        return CLIENTS.computeIfAbsent(server.address(), RedissonClients::small);
    }

    /** A store on an empty server that decides by a test's time. */
    static RateLimitStore emptied(RedisServer server, ManualTime time) {
        server.clear();
        return store(client(server), time);
    }

    /** A store that decides by a test's time. */
    static RedisStore store(RedissonClient client, ManualTime time) {
        return new RedisStore(client, NAMESPACE, DEADLINE, HEADGATE, TimeSource.monotonic(), time::micros);
    }

    /** A store as an application has it, decided by the server's time. */
    static RedisStore store(RedissonClient client) {
        return new RedisStore(client, NAMESPACE, DEADLINE, HEADGATE);
    }
}
