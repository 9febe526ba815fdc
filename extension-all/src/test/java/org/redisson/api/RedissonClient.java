package org.redisson.api;

/** What an application calls a client, with its own Redisson. Only its name counts. */
public interface RedissonClient {}
