package io.headgate.internal.algorithm;

import static io.headgate.internal.algorithm.Traffic.SECOND;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.internal.algorithm.Admission.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** Draws what each algorithm admits of the same traffic: a strip for each, a column for each half of a second. */
final class AlgorithmPicture {

    private static final int PERMITS = 10;
    private static final int WINDOW = 10;
    private static final int SECONDS = 50;

    private static final long SLOT_MICROS = SECOND / 2;
    private static final int SLOT = 8;
    private static final int DOT = 5;
    private static final int LEFT = 180;
    private static final int STRIP = 74;
    private static final int RIGHT = LEFT + SLOT * (int) (SECONDS * SECOND / SLOT_MICROS);

    private static final String ADMITTED = "#1f6f8b";
    private static final String DENIED = "#e4b7a0";
    private static final String INK = "#333333";
    private static final String EDGE = "#cccccc";

    private final StringBuilder svg = new StringBuilder();

    /** A calm beginning, a burst before an edge and one after it, a rest, and a flood. */
    static Traffic traffic() {
        LongStream.Builder all = LongStream.builder();
        Traffic.evenly(5, all, SECOND, 11 * SECOND);
        Traffic.evenly(12, all, 18 * SECOND, 20 * SECOND);
        Traffic.evenly(12, all, 20 * SECOND, 22 * SECOND);
        Traffic.evenly(48, all, 33 * SECOND, 45 * SECOND);
        return Traffic.of("the picture's", all);
    }

    static Limit limit(Algorithm algorithm) {
        return Limit.of(PERMITS, Duration.ofSeconds(WINDOW), algorithm);
    }

    /** The picture as SVG; always the same for the same arithmetic. */
    static String draw() {
        return new AlgorithmPicture().svg();
    }

    private String svg() {
        Map<Algorithm, Admission> admissions = new TreeMap<>();
        Algorithms.supported().forEach(each -> admissions.put(each, Admission.of(limit(each), traffic())));
        int height = STRIP * admissions.size() + 50;
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"",
                RIGHT + 20, height, RIGHT + 20, height);
        line("  font-family=\"sans-serif\" font-size=\"12\" fill=\"%s\">", INK);
        line("<title>What each algorithm admits of the same requests, %d per %d seconds</title>", PERMITS, WINDOW);
        line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", RIGHT + 20, height);
        int top = 10;
        for (Map.Entry<Algorithm, Admission> each : admissions.entrySet()) {
            strip(each.getKey(), each.getValue(), top);
            top += STRIP;
        }
        legend(top + 26);
        line("</svg>");
        return svg.toString();
    }

    private void strip(Algorithm algorithm, Admission admission, int top) {
        int ground = top + STRIP - 22;
        for (int second = 0; second <= SECONDS; second += WINDOW) {
            int x = LEFT + (int) (second * SECOND / SLOT_MICROS) * SLOT;
            line("<path d=\"M%d %dV%d\" stroke=\"%s\"/>", x, top, ground + 4, EDGE);
            line("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-size=\"10\">%d s</text>", x, ground + 15, second);
        }
        line("<path d=\"M%d %dH%d\" stroke=\"%s\"/>", LEFT, ground, RIGHT, INK);
        line("<text x=\"10\" y=\"%d\" font-weight=\"bold\">%s</text>", ground - 24, algorithm);
        line(
                "<text x=\"10\" y=\"%d\">%d of %d pass</text>",
                ground - 8, admission.admitted(), admission.calls().size());
        Map<Long, Integer> heights = new TreeMap<>();
        dots(admission, true, Call::leavesMicros, heights, ground);
        dots(admission, false, Call::atMicros, heights, ground);
    }

    /** Stacks a dot for each of the calls onto what is there. */
    private void dots(
            Admission admission, boolean admitted, ToLongFunction<Call> when, Map<Long, Integer> heights, int ground) {
        List<String> squares = new ArrayList<>();
        for (Call call : admission.calls()) {
            long slot = when.applyAsLong(call) / SLOT_MICROS;
            if (call.admitted() == admitted && slot * SLOT_MICROS < SECONDS * SECOND) {
                int height = heights.merge(slot, 1, Integer::sum);
                squares.add("M" + (LEFT + slot * SLOT + 1) + " " + (ground - height * (DOT + 1)) + "h" + DOT + "v" + DOT
                        + "h-" + DOT + "z");
            }
        }
        line("<path fill=\"%s\" d=\"%s\"/>", admitted ? ADMITTED : DENIED, String.join("", squares));
    }

    private void legend(int y) {
        line("<rect x=\"%d\" y=\"%d\" width=\"9\" height=\"9\" fill=\"%s\"/>", LEFT, y - 9, ADMITTED);
        line("<text x=\"%d\" y=\"%d\">a request when it passes</text>", LEFT + 15, y);
        line("<rect x=\"%d\" y=\"%d\" width=\"9\" height=\"9\" fill=\"%s\"/>", LEFT + 200, y - 9, DENIED);
        line("<text x=\"%d\" y=\"%d\">a request that is denied</text>", LEFT + 215, y);
        line("<text x=\"%d\" y=\"%d\">limit %d per %d s</text>", LEFT + 400, y, PERMITS, WINDOW);
    }

    private void line(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
