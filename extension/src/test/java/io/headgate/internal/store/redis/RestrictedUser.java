package io.headgate.internal.store.redis;

import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Resp;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;

/** A user of the shared server who may do what an ACL file says of it and no more, and a client of that user's. */
final class RestrictedUser implements AutoCloseable {

    static final String NAME = "restricted";
    static final String PASSWORD = "secret";

    /** What a store needs, and no more. */
    private static final List<String> LEAST = List.of(
            "~" + RedisKit.NAMESPACE + ":*",
            "+evalsha",
            "+script|load",
            "+time",
            "+get",
            "+set",
            "+incrby",
            "+del",
            "+pttl",
            "+pexpireat",
            "+zadd",
            "+zcount",
            "+zrange",
            "+zremrangebyrank",
            "+@connection");

    private final Resp resp = RedisServer.shared().resp();
    private final RedissonClient client;

    RestrictedUser(List<String> rules) {
        List<Object> setUser = new ArrayList<>(List.of("ACL", "SETUSER", NAME, "reset", "on", ">" + PASSWORD));
        setUser.addAll(rules);
        resp.call(setUser.toArray());
        resp.call("ACL", "LOG", "RESET");
        client =
                Redisson.create(RedissonClients.smallConfig(RedisServer.shared().address())
                        .setUsername(NAME)
                        .setPassword(PASSWORD));
    }

    /** Who may do what a store does, and a little more. */
    static RestrictedUser withLeastAnd(List<String> more) {
        return new RestrictedUser(Stream.concat(LEAST.stream(), more.stream()).toList());
    }

    RedissonClient client() {
        return client;
    }

    /** What it was refused, as the server's log has it. */
    List<String> refusals() {
        // Redisson itself tries a script of its own when it connects.
        return resp.list("ACL", "LOG").stream()
                .map(String::valueOf)
                .filter(entry -> !entry.contains("object, eval,"))
                .toList();
    }

    @Override
    public void close() {
        client.shutdown();
        resp.call("ACL", "DELUSER", NAME);
    }
}
