package io.headgate.internal.algorithm;

import static io.headgate.internal.algorithm.Traffic.MINUTE;
import static io.headgate.internal.algorithm.Traffic.SECOND;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.internal.algorithm.Admission.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** The figures of the page about algorithms, as Markdown: counted, each time, by the arithmetic that decides. */
final class AlgorithmTables {

    static final int LIMIT = 100;

    private static final int MINUTES = 2_000;
    private static final long BEFORE_MICROS = 59 * SECOND;

    private AlgorithmTables() {}

    /** The limit is asked for twice, a second before a minute ends and when the next one begins. */
    static String atAnEdge() {
        List<String> lines = new ArrayList<>();
        lines.add("| | of 100 at 0:59 | of 100 at 1:00 | in any minute, at most |");
        lines.add("|---|---|---|---|");
        for (Algorithm algorithm : Algorithms.supported()) {
            Admission admission = Admission.of(limit(algorithm), twoBursts());
            lines.add("| `" + algorithm + "` | " + passing(admission, BEFORE_MICROS) + " | "
                    + passing(admission, MINUTE) + " | " + admission.mostInAnyWindow() + " |");
        }
        return String.join("\n", lines);
    }

    static Traffic twoBursts() {
        LongStream.Builder all = LongStream.builder();
        for (int request = 0; request < LIMIT; request++) {
            all.add(BEFORE_MICROS).add(MINUTE);
        }
        return Traffic.of("at an edge", all);
    }

    private static String passing(Admission admission, long atMicros) {
        List<Call> passing = admission.calls().stream()
                .filter(call -> call.atMicros() == atMicros && call.admitted())
                .toList();
        long waitMicros = passing.stream()
                .mapToLong(call -> call.leavesMicros() - call.atMicros())
                .max()
                .orElse(0);
        String number = passing.isEmpty() ? "none passes" : passing.size() == 1 ? "1 passes" : passing.size() + " pass";
        return waitMicros == 0
                ? number
                : number + String.format(Locale.ROOT, ", the last after %.1f s", waitMicros / (double) SECOND);
    }

    /** How far the sliding counter is from the exact log. */
    static String counterAgainstLog() {
        List<String> lines = new ArrayList<>();
        lines.add("| traffic | requests | the log admits | the counter admits | in any minute, at most | free at a"
                + " denial, at most |");
        lines.add("|---|---|---|---|---|---|");
        for (Traffic traffic : List.of(
                Traffic.steady(80, LIMIT, MINUTES),
                Traffic.steady(100, LIMIT, MINUTES),
                Traffic.steady(200, LIMIT, MINUTES),
                Traffic.bursts(LIMIT, MINUTES),
                Traffic.aroundEdges(LIMIT, MINUTES))) {
            lines.add(counterAgainstLog(traffic));
        }
        return String.join("\n", lines);
    }

    private static String counterAgainstLog(Traffic traffic) {
        Admission counter = Admission.of(limit(Algorithm.SLIDING_WINDOW), traffic);
        Admission log = Admission.of(limit(Algorithm.SLIDING_LOG), traffic);
        return "| " + traffic.name() + " | " + traffic.micros().size() + " | " + log.admitted() + " | "
                + counter.admitted() + " | " + counter.mostInAnyWindow() + " | " + counter.mostFreeAtADenial() + " |";
    }

    static Limit limit(Algorithm algorithm) {
        return Limit.of(LIMIT, Duration.ofMinutes(1), algorithm);
    }
}
