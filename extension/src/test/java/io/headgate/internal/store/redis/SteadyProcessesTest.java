package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.testing.Alone;
import io.headgate.testing.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A minute of calls without a pause, from eight threads in two processes for each algorithm, by the clock of a real server. */
@Alone
class SteadyProcessesTest {

    private static final int PROCESSES = 2;
    private static final int THREADS = 8;

    private final RedisServer server = RedisServer.shared();

    @Test
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void d09_theRateStaysWhatItIs() throws Exception {
        server.clear();
        List<Process> clients = new ArrayList<>();
        try {
            for (int process = 0; process < PROCESSES; process++) {
                clients.add(start());
            }
            Map<Algorithm, long[]> passed = count(clients);

            assertThat(passed.keySet()).isEqualTo(Algorithms.offered());
            passed.forEach((algorithm, perSecond) -> System.out.println(algorithm + " " + Arrays.toString(perSecond)));
            passed.forEach((algorithm, perSecond) -> {
                String seconds = algorithm + ": " + Arrays.toString(perSecond);
                // Above that is what a bucket had saved up while a busy machine let nobody ask.
                long early = Math.min(sum(perSecond, 0, 10), 10 * SteadyClient.PER_SECOND);
                assertThat(sum(perSecond, 0, SteadyClient.SECONDS)).as(seconds).isBetween(5_900L, 6_100L);
                assertThat(sum(perSecond, 50, 60))
                        .as("the last ten seconds and the first ten of " + seconds)
                        .isGreaterThanOrEqualTo(early - early / 50);
            });
        } finally {
            clients.forEach(Process::destroyForcibly);
        }
    }

    private Process start() throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        classPath,
                        SteadyClient.class.getName(),
                        server.address(),
                        String.valueOf(THREADS / PROCESSES))
                .redirectErrorStream(true)
                .start();
    }

    /** Once all ask, lets them count from the same second on, and adds up what they counted. */
    private Map<Algorithm, long[]> count(List<Process> clients) throws Exception {
        List<BufferedReader> outputs = clients.stream()
                .map(client -> client.inputReader(StandardCharsets.UTF_8))
                .toList();
        for (BufferedReader output : outputs) {
            assertThat(linesUpTo(SteadyClient.READY, output)).contains(SteadyClient.READY);
        }
        String first = String.valueOf(
                Long.parseLong((String) server.resp().list("TIME").get(0)) + 3);
        for (Process client : clients) {
            client.outputWriter(StandardCharsets.UTF_8)
                    .append(first)
                    .append('\n')
                    .close();
        }
        Map<Algorithm, long[]> passed = new TreeMap<>();
        for (int client = 0; client < clients.size(); client++) {
            assertThat(clients.get(client).waitFor(120, TimeUnit.SECONDS)).isTrue();
            List<String> lines = linesUpTo("", outputs.get(client));
            assertThat(lines).anyMatch(line -> line.startsWith(SteadyClient.COUNTED));
            lines.stream()
                    .filter(line -> line.startsWith(SteadyClient.COUNTED))
                    .forEach(line -> add(line.split(" ", -1), passed));
        }
        return passed;
    }

    private static void add(String[] words, Map<Algorithm, long[]> to) {
        long[] sums = to.computeIfAbsent(Algorithm.valueOf(words[1]), algorithm -> new long[SteadyClient.SECONDS]);
        for (int second = 0; second < SteadyClient.SECONDS; second++) {
            sums[second] += Long.parseLong(words[second + 2]);
        }
    }

    /** What is printed up to a line that begins with a word, or to the end. */
    private static List<String> linesUpTo(String word, BufferedReader output) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.equals(word)) {
                break;
            }
        }
        return lines;
    }

    private static long sum(long[] counts, int from, int to) {
        return IntStream.range(from, to).mapToLong(second -> counts[second]).sum();
    }
}
