package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plays what happens to one subject, a line at a time, and compares every answer:
 *
 * <pre>
 * limit 4/60s
 * 50s      | take 3 | ALLOWED | remaining 1 | reset 10s+1us
 * 55s      | take 2 | DENIED  | remaining 1 | reset 5s+1us | retry 5s+1us
 * 56s      | look 1 | ALLOWED | remaining 1 | reset 4s+1us
 * 57s      | refund 3 of 50s
 * 58s      | ttl 62s
 * </pre>
 *
 * <p>A token bucket's limit may have a burst, {@code limit 4/60s burst 6}, a leaky bucket's a longest wait, {@code limit
 * 4/60s wait 30s}. Its calls are given a delay: {@code | delay 15s}, and a refund is told the turn: the time of the charge and
 * the delay.
 *
 * <p>Times count from a moment at which every window of up to a day begins. A new limit takes over the state.
 */
final class Story {

    private static final long START_MICROS = Duration.ofDays(20_000).toMillis() * 1000;
    private static final Map<String, Long> UNITS =
            Map.of("us", 1L, "ms", 1_000L, "s", 1_000_000L, "h", 3_600_000_000L, "d", 86_400_000_000L);

    private final Algorithm algorithm;
    private Arithmetic arithmetic;
    private @Nullable State state;

    private Story(Algorithm algorithm) {
        this.algorithm = algorithm;
        this.arithmetic = Algorithms.of(Limit.of(1, Duration.ofSeconds(1), algorithm));
    }

    static void play(Algorithm algorithm, String story) {
        Story told = new Story(algorithm);
        story.lines().filter(line -> !line.isBlank()).forEach(told::line);
    }

    private void line(String line) {
        String[] cells = line.strip().split("\\s*\\|\\s*", -1);
        String[] words = cells[0].split(" ", -1);
        if (words[0].equals("limit")) {
            String[] limit = words[1].split("/", -1);
            Duration window = Duration.ofMillis(micros(limit[1]) / 1000);
            boolean more = words.length > 2;
            boolean waits = algorithm == Algorithm.LEAKY_BUCKET;
            Optional<Long> burst = more && !waits ? Optional.of(Long.parseLong(words[3])) : Optional.empty();
            Optional<Duration> wait =
                    more && waits ? Optional.of(Duration.ofMillis(micros(words[3]) / 1000)) : Optional.empty();
            arithmetic = Algorithms.of(Limit.of(Long.parseLong(limit[0]), window, algorithm, burst, wait));
            return;
        }
        long nowMicros = START_MICROS + micros(cells[0]);
        String[] action = cells[1].split(" ", -1);
        switch (action[0]) {
            case "take", "look" -> answer(line, cells, action, nowMicros);
            case "refund" ->
                state = state == null
                        ? null
                        : arithmetic.refund(
                                state, Long.parseLong(action[1]), START_MICROS + micros(action[3]), nowMicros);
            case "ttl" ->
                assertThat(arithmetic.timeToLiveMicros(state, nowMicros))
                        .as(line)
                        .isEqualTo(micros(action[1]));
            default -> throw new IllegalArgumentException(line);
        }
    }

    private void answer(String line, String[] cells, String[] action, long nowMicros) {
        long cost = Long.parseLong(action[1]);
        Step step;
        if (action[0].equals("take")) {
            step = arithmetic.take(state, cost, nowMicros);
            state = step.next();
        } else {
            step = arithmetic.look(state, cost, nowMicros);
        }
        Map<String, String> expected = new HashMap<>();
        for (int i = 3; i < cells.length; i++) {
            String[] pair = cells[i].split(" ", -1);
            expected.put(pair[0], pair[1]);
        }
        assertThat(step.outcome()).as(line).isEqualTo(Outcome.valueOf(cells[2]));
        assertThat(step.remaining()).as(line).isEqualTo(Long.parseLong(expected.getOrDefault("remaining", "")));
        assertThat(step.resetMicros()).as(line).isEqualTo(micros(expected.getOrDefault("reset", "")));
        assertThat(step.retryMicros()).as(line).isEqualTo(micros(expected.getOrDefault("retry", "0us")));
        assertThat(step.delayMicros()).as(line).isEqualTo(micros(expected.getOrDefault("delay", "0us")));
    }

    private static long micros(String text) {
        if (text.equals("never")) {
            return Arithmetic.NEVER;
        }
        long micros = 0;
        for (String term : text.split("(?=[+-])", -1)) {
            String unit = term.replaceAll("[-+0-9]", "");
            micros += Long.parseLong(term.substring(0, term.length() - unit.length())) * unitMicros(unit, text);
        }
        return micros;
    }

    private static long unitMicros(String unit, String text) {
        Long micros = UNITS.get(unit);
        if (micros == null) {
            throw new IllegalArgumentException("not a time: " + text);
        }
        return micros;
    }
}
