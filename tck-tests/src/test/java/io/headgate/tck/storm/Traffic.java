package io.headgate.tck.storm;

import io.headgate.tck.support.Askers;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Response;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that ask several servers in turn, each with a pause after each request: they want far more than they get, and leave
 * the machine some air.
 */
public final class Traffic implements AutoCloseable {

    static final String FREE = "/api/free";
    static final String LOCAL = "/api/local";
    static final String ALLOW = "/api/allow";
    static final String DENY = "/api/deny";

    /** What is asked, as often as it stands here. */
    private static final List<String> PATHS = List.of(LOCAL, LOCAL, LOCAL, LOCAL, ALLOW, ALLOW, DENY, DENY, FREE, FREE);

    private static final List<OptionalLong> NOTHING = List.of(OptionalLong.empty(), OptionalLong.empty());
    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final List<Client> servers;
    private final List<String> subjects;
    private final Queue<Sample> samples = new ConcurrentLinkedQueue<>();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean ended;

    /** Of so many clients, who share these API keys. */
    public Traffic(long seed, int clients, List<Client> servers, List<String> subjects) {
        this.servers = List.copyOf(servers);
        this.subjects = List.copyOf(subjects);
        for (int i = 0; i < clients; i++) {
            int number = i;
            this.clients.add(new Thread(() -> ask(number, new Random(seed + number)), "client " + number));
        }
    }

    /** Begins. */
    public void start() {
        clients.forEach(Thread::start);
    }

    private void ask(int number, Random random) {
        String subject = subjects.get(number % subjects.size());
        List<Client> mine = servers.stream()
                .map(server -> server.fromFreshAddress().with("X-Api-Key", subject))
                .toList();
        long next = System.nanoTime() + random.nextInt((int) BETWEEN_NANOS);
        while (!ended) {
            LockSupport.parkNanos(next - System.nanoTime());
            if (System.nanoTime() >= next) {
                next = System.nanoTime() + BETWEEN_NANOS;
                int node = random.nextInt(mine.size());
                samples.add(once(mine.get(node), node, PATHS.get(random.nextInt(PATHS.size())), subject));
            }
        }
    }

    private static Sample once(Client client, int node, String path, String subject) {
        long sent = System.currentTimeMillis();
        long before = System.nanoTime();
        try {
            Response response = client.get(path);
            return Sample.of(node, path, subject, sent, millisSince(before), response.status(), Sample.said(response));
        } catch (UncheckedIOException noResponse) {
            return Sample.of(node, path, subject, sent, millisSince(before), 0, NOTHING);
        }
    }

    private static long millisSince(long before) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    }

    /** What came of all requests, in no order that means anything. */
    public List<Sample> samples() {
        return List.copyOf(samples);
    }

    /**
     * Ends, and waits until all clients have.
     *
     * @throws AssertionError if one has not, and its request is therefore not among the samples
     */
    @Override
    public void close() {
        ended = true;
        Askers.awaitEnd(clients);
    }
}
