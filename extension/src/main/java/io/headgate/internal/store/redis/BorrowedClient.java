package io.headgate.internal.store.redis;

import java.util.function.Supplier;
import org.redisson.api.RedissonClient;

/** The application's own client. */
record BorrowedClient(Supplier<RedissonClient> clients) implements ClientSource {

    @Override
    public RedissonClient open() {
        return clients.get();
    }

    @Override
    public void close(RedissonClient client) {
        // The application opened it, the application closes it.
    }

    @Override
    public String toString() {
        return "the application's RedissonClient";
    }
}
