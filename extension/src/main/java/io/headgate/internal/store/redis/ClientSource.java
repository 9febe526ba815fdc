package io.headgate.internal.store.redis;

import org.redisson.api.RedissonClient;

/** Where a client comes from, and who ends it. Only threads of Headgate's own call this. */
interface ClientSource {

    /**
     * A client that is connected.
     *
     * @throws RuntimeException if it cannot connect
     */
    RedissonClient open();

    /** Ends what {@link #open} made; a client of the application stays as it is. */
    void close(RedissonClient client);

    /** Waits until nothing runs any more of the clients that were closed, and of those that could not be opened. */
    default void awaitEnd() {}

    /** What it reaches, for messages; without credentials. */
    @Override
    String toString();
}
