package io.headgate.internal.store;

import java.util.List;
import java.util.Optional;

/**
 * Where Redis is and how to get in. As a text it shows neither the user nor the password.
 *
 * @param mode how the servers belong together
 * @param addresses {@code redis://host:port} or {@code rediss://host:port}, each without credentials
 * @param username the ACL user, unless it is the default one
 * @param password its password
 * @param database the number of the database
 * @param masterName what the sentinels call the master
 * @param config a Redisson YAML file or class-path resource that says all of this instead
 */
public record RedisServers(
        Mode mode,
        List<String> addresses,
        Optional<String> username,
        Optional<String> password,
        int database,
        Optional<String> masterName,
        Optional<String> config) {

    /** How several servers belong together. */
    public enum Mode {
        /** One server. */
        SINGLE,
        /** Redis Cluster. */
        CLUSTER,
        /** Sentinels that know the master. */
        SENTINEL,
        /** A master and its replicas, behind changing names. */
        REPLICATED
    }

    /** Copies the list. */
    public RedisServers {
        addresses = List.copyOf(addresses);
    }

    /** Everything stands in a file of Redisson's. */
    public static RedisServers of(String config) {
        return new RedisServers(
                Mode.SINGLE, List.of(), Optional.empty(), Optional.empty(), 0, Optional.empty(), Optional.of(config));
    }

    /** Where, for messages. */
    @Override
    public String toString() {
        return config.map(file -> "the servers of " + file).orElseGet(() -> String.join(",", addresses));
    }
}
