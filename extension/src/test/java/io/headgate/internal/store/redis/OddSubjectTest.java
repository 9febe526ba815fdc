package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.testing.Logs;
import io.headgate.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client can send to be counted by. */
class OddSubjectTest {

    private static final int LONGEST_KEY = 512;
    private static final String MARK = "hunter2";

    private final RedisServer server = RedisServer.shared();
    private final RedisStore store = RedisKit.store(RedisKit.client(server));

    @BeforeEach
    void empty() {
        server.clear();
    }

    static Stream<String> subjects() {
        return Stream.of(
                MARK.repeat(150_000),
                MARK + "\r\nSET owned 1\r\n",
                MARK + "\u0000" + MARK,
                MARK + "\uD83D\uDE00",
                MARK + "\uD83D",
                "{" + MARK + "}",
                MARK + "\u001B[31m",
                "");
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void f18_isCountedByAShortKeyThatShowsNothingOfIt(String subject) {
        try (Logs logs = new Logs()) {
            assertThat(acquire("p", subject).remaining()).isEqualTo(1);
            assertThat(acquire("p", new String(subject.toCharArray())).remaining())
                    .isZero();
            assertThat(acquire("p", subject + "x").remaining()).isEqualTo(1);

            assertThat(server.keys()).hasSize(2).allSatisfy(key -> {
                assertThat(key.getBytes(StandardCharsets.ISO_8859_1)).hasSizeLessThanOrEqualTo(LONGEST_KEY);
                assertThat(key).doesNotContain(MARK);
            });
            assertThat(server.resp().text("EXISTS", "owned")).isEqualTo("0");
            assertThat(Stream.of(Level.WARNING, Level.INFO).flatMap(level -> logs.at(level).stream()))
                    .noneMatch(line -> line.contains(MARK));
        }
    }

    @ParameterizedTest
    @MethodSource("longNames")
    void f18_thePolicyOfALongMethodHasAShortKeyToo(String policy) {
        assertThat(acquire(policy, "a").remaining()).isEqualTo(1);
        assertThat(acquire(policy, "a").remaining()).isZero();
        assertThat(acquire(policy + "x", "a").remaining()).as("another policy").isEqualTo(1);
        assertThat(server.keys())
                .hasSize(2)
                .allSatisfy(key ->
                        assertThat(key.getBytes(StandardCharsets.ISO_8859_1)).hasSizeLessThanOrEqualTo(LONGEST_KEY));
    }

    static Stream<String> longNames() {
        String type = "com.acme." + "deeply.".repeat(20) + "Orders";
        return Stream.of(type + "#list(" + type + "," + type + "," + type + ")", "ä".repeat(1_000));
    }

    private Decision acquire(String policy, String subject) {
        LimitKey key = LimitKey.of(policy, List.of("header", subject));
        return store.tryAcquire(Acquisition.of(new PermitRequest(key, Limit.of(2, Duration.ofHours(1)), 1, false)))
                .toCompletableFuture()
                .join()
                .get(0);
    }
}
