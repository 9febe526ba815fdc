package io.headgate.tck.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What applications with Headgate that are gone left in a server where an application without it stays. */
public final class Remains {

    private static final int CALLERS = 40;
    private static final int VISITS = 200;

    /** Longer than idle threads and timers of servers live, the longest of which take a minute. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final Duration MOMENT = Duration.ofMillis(500);
    private static final Pattern THREAD_OF_OURS = Pattern.compile(
            "^\"[^\"]*(?i:redisson|netty|nioEventLoop|globalEventExecutor|headgate)[^\"]*\"", Pattern.MULTILINE);
    private static final String CLASS_OF_OURS = "io.headgate.RateLimit";

    private final ServerProcess server;

    private Remains(ServerProcess server) {
        this.server = server;
    }

    /** Those in this server, which was started with a neighbour. */
    public static Remains in(ServerProcess server) {
        return new Remains(server);
    }

    /** The names of threads of Headgate and of its client. */
    public List<String> threads() {
        return THREAD_OF_OURS
                .matcher(server.jcmd("Thread.print"))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** Each class loader of an application that the heap still holds has a class of this name. */
    public List<String> classLoaders() {
        return server.jcmd("VM.class_hierarchy", CLASS_OF_OURS)
                .lines()
                .filter(line -> line.contains(CLASS_OF_OURS + "/"))
                .toList();
    }

    /** No thread, and no more class loaders than the server keeps for itself. */
    public void assertThatThereAreNone() throws Exception {
        awaitAtMost(0, "threads", this::threads);
        awaitAtMost(Server.loadersKept(), "class loaders", () -> {
            visitTheNeighbour();
            server.jcmd("GC.run");
            return classLoaders();
        });
    }

    /** An idle thread of a server may keep its last request, and the application with it, until it has another one. */
    private void visitTheNeighbour() throws Exception {
        Client client = Client.of(server.port()).fromFreshAddress();
        List<Response> visits = Crowd.atOnce(CALLERS, VISITS, () -> client.get("/neighbour/api/visit"));
        assertThat(visits).extracting(Response::status).containsOnly(200);
    }

    /** Looks again and again, since a server's own threads need a while to let go. */
    private void awaitAtMost(int most, String what, Callable<List<String>> lookUp) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<String> found = lookUp.call();
        while (found.size() > most && System.nanoTime() < end) {
            Windows.pause(MOMENT);
            found = lookUp.call();
        }
        if (found.size() > most) {
            throw new AssertionError(
                    what + " after " + PATIENCE + ": " + found + ", allowed are " + most + "; " + dump());
        }
    }

    /** What still refers to them can be seen in the heap. */
    private String dump() {
        try {
            Path heap =
                    Files.createTempDirectory(Server.directory(), "remains-").resolve("heap.hprof");
            server.jcmd("GC.heap_dump", heap.toString());
            return "the heap is in " + heap;
        } catch (IOException | RuntimeException | AssertionError e) {
            return "the heap could not be written: " + e;
        }
    }
}
