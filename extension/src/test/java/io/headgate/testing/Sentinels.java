package io.headgate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import redis.embedded.RedisSentinel;

/** Three sentinels that watch a master; two of them decide that it is gone, a second after they last heard of it. */
public final class Sentinels implements AutoCloseable {

    /** What the master is called. */
    public static final String MASTER = "main";

    private static final int SENTINELS = 3;
    private static final long DOWN_MILLIS = 1_000;
    private static final long FAILOVER_MILLIS = 10_000;

    private final List<Integer> ports =
            IntStream.range(0, SENTINELS).mapToObj(i -> RedisServer.aPort()).toList();
    private final List<RedisSentinel> sentinels;

    /** Starts them and waits until they know of each other and of a replica. */
    public Sentinels(RedisServer master) {
        sentinels = ports.stream().map(port -> sentinel(port, master.port())).toList();
        for (RedisSentinel sentinel : sentinels) {
            try {
                sentinel.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        ports.forEach(port -> {
            try (Resp resp = new Resp(port)) {
                Await.until(() -> {
                    String known = String.valueOf(resp.call("SENTINEL", "master", MASTER));
                    return known.contains("num-slaves, 1") && known.contains("num-other-sentinels, " + (SENTINELS - 1));
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static RedisSentinel sentinel(int port, int masterPort) {
        return RedisSentinel.newRedisSentinel()
                .bind("127.0.0.1")
                .port(port)
                .masterName(MASTER)
                .masterPort(masterPort)
                .quorumSize(SENTINELS - 1)
                .downAfterMilliseconds(DOWN_MILLIS)
                .failOverTimeout(FAILOVER_MILLIS)
                .build();
    }

    /** Their addresses, separated by commas. */
    public String addresses() {
        return ports.stream().map(port -> "redis://127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        for (RedisSentinel sentinel : sentinels) {
            try {
                sentinel.stop();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
