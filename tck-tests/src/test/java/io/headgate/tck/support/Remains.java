package io.headgate.tck.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What applications with Headgate that are gone left in a server where an application without it stays. */
public final class Remains {

    private static final int CALLERS = 40;
    private static final int VISITS = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(15);
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
        visitTheNeighbour();
        awaitAtMost(Server.loadersKept(), "class loaders", () -> {
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

    /** A server's own threads may need a moment to let go. */
    private static void awaitAtMost(int most, String what, Supplier<List<String>> lookUp) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<String> found = lookUp.get();
        while (found.size() > most && System.nanoTime() < end) {
            Windows.pause(MOMENT);
            found = lookUp.get();
        }
        assertThat(found).as(what).hasSizeLessThanOrEqualTo(most);
    }
}
