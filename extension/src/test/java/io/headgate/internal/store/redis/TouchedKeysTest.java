package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.testing.Await;
import io.headgate.testing.RedisServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a script touches, as the server's monitor shows it. */
class TouchedKeysTest {

    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]++|\\\\.)*+)\"");

    /** With EVAL Redisson looks, as it connects, what a server can do. */
    private static final Pattern EVAL = Pattern.compile("(?i)eval|evalsha");

    /** The commands that the monitor showed, of clients and of scripts. */
    private record Seen(boolean byScript, List<String> words) {

        static Seen of(String line) {
            List<String> words = new ArrayList<>();
            Matcher matcher = WORD.matcher(line);
            while (matcher.find()) {
                words.add(matcher.group(1));
            }
            return new Seen(line.contains(" lua]"), words);
        }
    }

    @Test
    void d13_everyKeyThatAScriptTouchesIsOneOfItsKeys() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (RedisServer server = RedisServer.start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            monitor(socket, lines);
            RedisStore store = RedisKit.store(RedisKit.client(server));
            everythingThatIsEverDone(store);
            server.resp().call("ECHO", "the end");
            Await.until(() -> lines.stream().anyMatch(line -> line.contains("the end")));
        }

        Set<String> keys = new HashSet<>();
        int touched = 0;
        for (String line : lines) {
            Seen seen = Seen.of(line);
            if (seen.words.isEmpty()) {
                continue;
            }
            if (!seen.byScript && EVAL.matcher(seen.words.get(0)).matches()) {
                int number = Integer.parseInt(seen.words.get(2));
                keys = new HashSet<>(seen.words.subList(3, 3 + number));
            } else if (seen.byScript && seen.words.size() > 1) {
                assertThat(keys).as(line).contains(seen.words.get(1));
                touched++;
            }
        }
        assertThat(touched).isGreaterThan(50);
    }

    private static void monitor(Socket socket, List<String> lines) throws Exception {
        socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        assertThat(reader.readLine()).isEqualTo("+OK");
        Thread thread = new Thread(
                () -> {
                    try {
                        reader.lines().forEach(lines::add);
                    } catch (UncheckedIOException closed) {
                        // The test is over.
                    }
                },
                "monitor");
        thread.setDaemon(true);
        thread.start();
    }

    private static void everythingThatIsEverDone(RedisStore store) {
        store.probe().toCompletableFuture().join();
        for (int round = 0; round < 3; round++) {
            List<PermitRequest> requests = Algorithms.supported().stream()
                    .map(algorithm -> new PermitRequest(
                            LimitKey.of("p-" + algorithm, List.of("ip", "192.0.2.1")),
                            Limit.of(4, Duration.ofHours(1), algorithm),
                            2,
                            false))
                    .toList();
            List<Receipt> receipts = new ArrayList<>();
            for (PermitRequest request : requests) {
                for (int i = 0; i < 3; i++) {
                    Decision decision = store.tryAcquire(Acquisition.of(request))
                            .toCompletableFuture()
                            .join()
                            .get(0);
                    decision.receipt().ifPresent(receipts::add);
                }
            }
            store.tryAcquire(Acquisition.of(requests)).toCompletableFuture().join();
            store.peek(Acquisition.of(requests)).toCompletableFuture().join();
            store.refund(receipts).toCompletableFuture().join();
            requests.forEach(
                    request -> store.reset(request.key()).toCompletableFuture().join());
        }
    }
}
