package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.internal.key.KeyExpression;
import io.headgate.testing.Alone;
import io.headgate.testing.Seed;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever somebody writes, it means something, or is a mistake that is told as one; and soon. */
@Alone
class FuzzTest {

    private static final int ROUNDS = 50_000;
    /** What the reading itself takes: a machine may stand still for longer. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final long LONGEST_MILLIS = 1_000;

    /** What grammars are made of, and what nobody expects. */
    private static final List<String> PIECES = List.of(
            "user",
            "ip",
            "api-key",
            "global",
            "header:",
            "cookie:",
            "query:",
            "path:",
            "role:",
            "param:",
            "claim:",
            "bean:",
            "X-Tenant",
            "|",
            "+",
            ":",
            "'",
            "\"",
            " ",
            "\t",
            "\r\n",
            "\u0000",
            "\\",
            "$",
            "${",
            "}",
            "{",
            "%",
            "P",
            "PT",
            "1",
            "0",
            "-",
            "9223372036854775807",
            "9223372036854775808",
            "1e9",
            "0x10",
            ".",
            ",",
            "ms",
            "s",
            "m",
            "h",
            "d",
            "W",
            "M",
            "Y",
            "T",
            "sliding-window",
            "TOKEN_BUCKET",
            "true",
            "unlimited",
            "NaN",
            "\uD83D\uDE00",
            "\uD83D",
            "\u0130",
            "\u0660",
            "\uFF11",
            "(",
            ")*",
            "[",
            "a".repeat(5_000),
            "1".repeat(5_000));

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int pieces = random.nextInt(8); pieces >= 0; pieces--) {
            text.append(
                    random.nextInt(10) == 0
                            ? String.valueOf((char) random.nextInt(0x10000))
                            : PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static void all(String what, Consumer<String> reader) {
        Random random = Seed.random("fuzz of " + what);
        for (int round = 0; round < ROUNDS; round++) {
            String text = text(random);
            long before = THREADS.getCurrentThreadCpuTime();
            try {
                reader.accept(text);
            } catch (IllegalArgumentException told) {
                String message = String.valueOf(told.getMessage());
                assertThat(message).as(text).isNotBlank().hasSizeLessThan(1_000);
                assertThat(message.chars().noneMatch(Character::isISOControl))
                        .as("no line of its own in a log: " + message)
                        .isTrue();
            }
            assertThat(TimeUnit.NANOSECONDS.toMillis(THREADS.getCurrentThreadCpuTime() - before))
                    .as(text)
                    .isLessThan(LONGEST_MILLIS);
        }
    }

    @Test
    void keyExpressions() {
        all("key expressions", KeyExpression::parse);
    }

    @Test
    void durations() {
        all("durations", text -> assertThat(Durations.parse(text)).isInstanceOf(Duration.class));
    }

    @Test
    void valuesOfEveryProperty() {
        Random random = Seed.random("fuzz of values");
        List<String> names = Stream.concat(
                        KnownProperties.application().stream().map(KnownProperties.Entry::name),
                        KnownProperties.params().stream().map(param -> "ratelimit.policy.p." + param.name()))
                .toList();
        for (String name : names) {
            for (int round = 0; round < 300; round++) {
                String text = text(random);
                long before = THREADS.getCurrentThreadCpuTime();
                Resolution resolution = Fixture.resolve(
                        FakeProperties.of("ratelimit.policies", "p").set(name, text));
                assertThat(Fixture.mistakes(resolution))
                        .as(name + "=" + text)
                        .allSatisfy(mistake -> assertThat(mistake)
                                .matches("(?s)HG0[0-9]{3}: .*")
                                .satisfies(line -> assertThat(line.chars().noneMatch(Character::isISOControl))
                                        .isTrue()));
                assertThat(TimeUnit.NANOSECONDS.toMillis(THREADS.getCurrentThreadCpuTime() - before))
                        .as(name + "=" + text)
                        .isLessThan(LONGEST_MILLIS);
            }
        }
    }
}
