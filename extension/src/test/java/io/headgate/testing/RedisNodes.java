package io.headgate.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A Redis cluster of three masters. */
public final class RedisNodes implements AutoCloseable {

    private static final int SLOTS = 16_384;
    private static final int NODES = 3;

    private final List<RedisServer> servers;
    private final List<RedisServer> replicas = new ArrayList<>();

    /** Starts the servers and waits until each knows of all slots. */
    public RedisNodes() {
        servers = IntStream.range(0, NODES).mapToObj(node -> node()).toList();
        for (int node = 0; node < NODES; node++) {
            Stream<String> slots = IntStream.range(node * SLOTS / NODES, (node + 1) * SLOTS / NODES)
                    .mapToObj(String::valueOf);
            servers.get(node)
                    .resp()
                    .call(Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots).toArray());
            servers.get(node).resp().call("CLUSTER", "SET-CONFIG-EPOCH", node + 1);
        }
        for (RedisServer server : servers) {
            servers.get(0).resp().call("CLUSTER", "MEET", "127.0.0.1", server.port());
        }
        servers.forEach(server -> Await.until(() -> {
            String info = server.resp().text("CLUSTER", "INFO");
            return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + NODES);
        }));
    }

    private static RedisServer node() {
        return RedisServer.start(
                "--cluster-enabled",
                "yes",
                "--cluster-node-timeout",
                "5000",
                "--cluster-require-full-coverage",
                "no",
                "--cluster-config-file",
                "nodes.conf");
    }

    /** A new replica of one of the masters, in step with it and known to all. */
    public RedisServer replicaOf(int master) {
        RedisServer replica = node();
        replicas.add(replica);
        replica.resp().call("CLUSTER", "MEET", "127.0.0.1", servers.get(0).port());
        String id = servers.get(master).resp().text("CLUSTER", "MYID");
        Await.until(() -> replica.resp().text("CLUSTER", "NODES").contains(id));
        replica.resp().call("CLUSTER", "REPLICATE", id);
        Await.until(() -> replica.resp().text("INFO", "replication").contains("master_link_status:up"));
        servers.forEach(server ->
                Await.until(() -> server.resp().text("CLUSTER", "NODES").contains("slave " + id)));
        return replica;
    }

    /** The masters. */
    public List<RedisServer> servers() {
        return servers;
    }

    /** The addresses as Redisson wants them. */
    public String[] addresses() {
        return servers.stream().map(RedisServer::address).toArray(String[]::new);
    }

    /** Removes all keys. */
    public void clear() {
        servers.forEach(RedisServer::clear);
    }

    /** All keys. */
    public Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        servers.forEach(server -> keys.addAll(server.keys()));
        return keys;
    }

    @Override
    public void close() {
        replicas.forEach(RedisServer::close);
        servers.forEach(RedisServer::close);
    }
}
