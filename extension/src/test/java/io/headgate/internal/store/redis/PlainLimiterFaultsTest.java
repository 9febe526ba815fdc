package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.spi.PermitRequest;
import io.headgate.testing.Alone;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.client.RedisException;

/** What goes wrong with an {@code RRateLimiter} by itself, and what a policy does where it happens. */
@Alone
class PlainLimiterFaultsTest extends LimiterKit {

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -5, Long.MIN_VALUE})
    void noPermitsAndFewerThanNoneAreRefusedBeforeRedissonAddsThem(long cost) {
        PermitRequest request = shared("negative", 2, TEN_SECONDS);

        assertThatIllegalArgumentException().isThrownBy(() -> at(cost, request));
        assertThat(List.of(acquire(request), acquire(request), acquire(request)))
                .extracting(Decision::allowed)
                .containsExactly(true, true, false);
        assertThat(resp.number("ZCARD", name(request) + ":permits")).isEqualTo(2);
    }

    /** What the documentation exempts: who asks, decides by its own clock. */
    @Test
    void permitsThatAClockAheadTookComeBackThatMuchLaterAndThoseOfAClockBehindThatMuchEarlier() {
        PermitRequest request = shared("ahead", 2, TEN_SECONDS);
        acquire(at(2, request));
        moveLog(request, 11_500);
        assertThat(acquire(request).outcome()).isEqualTo(Outcome.DENIED);
        moveLog(request, -10_001);
        assertThat(acquire(request).outcome()).isEqualTo(Outcome.DENIED);

        moveLog(request, -11_500);
        assertThat(acquire(at(2, request)).allowed()).isTrue();
        assertThat(acquire(request).allowed()).isFalse();
    }

    @Test
    void aLogThatWasEvictedWithNothingLeftHeals() {
        PermitRequest request = shared("log", 2, TEN_SECONDS);
        acquire(at(2, request));
        resp.call("DEL", name(request) + ":permits");
        assertThatThrownBy(() -> plain(request).tryAcquire())
                .isInstanceOf(RedisException.class)
                .hasMessageContaining("arithmetic on a nil value");

        assertThat(peek(request).remaining()).isEqualTo(2);
        assertThat(acquire(request).remaining()).isEqualTo(1);
        assertThat(plain(request).tryAcquire()).isTrue();
        assertThat(acquire(request).outcome()).isEqualTo(Outcome.DENIED);
    }

    @Test
    void aLogThatWasEvictedWithSomethingLeftHeals() {
        PermitRequest request = shared("half", 5, TEN_SECONDS);
        acquire(at(3, request));
        resp.call("DEL", name(request) + ":permits");

        assertThat(peek(request).remaining()).isEqualTo(5);
        assertThat(acquire(at(5, request)).allowed()).isTrue();
        assertThat(acquire(request).allowed()).isFalse();
    }

    @Test
    void whereOnlyTheNumberLeftWasEvictedWhatIsInTheLogStaysTaken() {
        PermitRequest request = shared("value", 2, TEN_SECONDS);
        acquire(at(2, request));
        resp.call("DEL", name(request) + ":value");

        assertThat(peek(request).remaining()).isZero();
        assertThat(acquire(request).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(plain(request).tryAcquire()).isFalse();
    }

    @Test
    void whereOnlyTheNumbersWereEvictedWhatIsInTheLogStaysTaken() {
        PermitRequest request = shared("config", 3, TEN_SECONDS);
        acquire(at(2, request));
        resp.call("DEL", name(request));
        assertThatThrownBy(() -> plain(request).tryAcquire()).hasMessageContaining("not initialized");

        assertThat(peek(request).remaining()).isEqualTo(1);
        assertThat(acquire(request).remaining()).isZero();
        assertThat(acquire(request).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(lives(request)).allMatch(millis -> millis > 0);
    }

    @Test
    void whatIsGivenBackDoesNotComeBackASecondTime() {
        PermitRequest request = shared("twice", 5, Duration.ofMillis(500));
        Decision three = acquire(at(3, request));
        refund(three);
        assertThat(acquire(at(5, request)).allowed()).isTrue();
        long fullNanos = System.nanoTime();

        // The three would come back a window after they were taken, which was before the five.
        awaitRemaining(request, 5);
        assertThat(Duration.ofNanos(System.nanoTime() - fullNanos)).isGreaterThan(Duration.ofMillis(480));
        assertThat(plain(request).availablePermits()).isEqualTo(5);
        assertThat(acquire(at(5, request)).allowed()).isTrue();
        assertThat(acquire(request).allowed()).isFalse();
    }

    @Test
    void whatThePlainProgramReleasesIsNeverMoreThanTheLimit() {
        PermitRequest request = shared("release", 5, Duration.ofMillis(300));
        acquire(at(3, request));
        plain(request).release(3);
        assertThat(peek(request).remaining()).isEqualTo(5);

        awaitEmptyWindow(request);
        assertThat(peek(request).remaining()).isEqualTo(5);
        assertThat(plain(request).availablePermits()).isEqualTo(8);

        assertThat(peek(request).remaining()).isEqualTo(5);
        assertThat(acquire(at(5, request)).allowed()).isTrue();
        assertThat(acquire(request).allowed()).isFalse();
    }

    @Test
    void everyKeyExpiresWhateverWasAsked() {
        PermitRequest request = shared("life", 2, Duration.ofMillis(300));
        Decision first = acquire(request);
        acquire(request);
        acquire(request);
        assertThat(lives(request)).allMatch(millis -> millis > 0);
        awaitRemaining(request, 2);
        peek(request);
        acquire(at(3, request));
        refund(first);
        acquire(at(2, request));
        acquire(request);
        assertThat(lives(request)).allMatch(millis -> millis > 0 && millis <= 60_600);

        resp.call("PERSIST", name(request));
        resp.call("PERSIST", name(request) + ":value");
        resp.call("PERSIST", name(request) + ":permits");
        acquire(request);
        assertThat(lives(request)).allMatch(millis -> millis > 0);
    }

    @Test
    void permitsBeyond32BitsAreNotEvenAllowedAsALimit() {
        assertThatIllegalArgumentException().isThrownBy(() -> acquire(shared("pack", 100_000_000_000L, TEN_SECONDS)));
        assertThat(acquire(at((1L << 32) + 1, shared("pack", 5, TEN_SECONDS))).outcome())
                .isEqualTo(Outcome.IMPOSSIBLE);
    }

    @Test
    void anObjectWithARateOfZeroIsGivenThePolicysAndThrowsNothing() {
        PermitRequest request = shared("rate", 2, TEN_SECONDS);
        resp.call("HSET", name(request), "rate", "0", "interval", "10000", "type", "0", "keepAliveTime", "0");
        assertThatThrownBy(() -> plain(request).tryAcquire()).hasMessageContaining("cannot exceed defined rate");

        assertThat(acquire(request).remaining()).isEqualTo(1);
        assertThat(plain(request).tryAcquire()).isTrue();
    }

    @Test
    void aNumberThatLuaWroteAsAFractionHeals() {
        PermitRequest request = shared("huge", 5, TEN_SECONDS);
        RRateLimiter plain = made(request, 100_000_000_000_000_000L, TEN_SECONDS);
        plain.tryAcquire();
        resp.call("SET", name(request) + ":value", "1e+17");
        assertThatThrownBy(plain::tryAcquire).isInstanceOf(RedisException.class);

        // The call that failed is in the log all the same.
        assertThat(acquire(request).remaining()).isEqualTo(2);

        resp.call("SET", name(request) + ":value", "1e+17");
        assertThat(acquire(request).remaining()).isEqualTo(1);
        assertThat(plain.tryAcquire()).isTrue();
    }

    @Test
    void anObjectThatExpiredWhileNobodyAskedIsMadeAgain() {
        PermitRequest request = shared("gap", 2, Duration.ofMillis(50));
        plain(request).trySetRate(RateType.OVERALL, 2, Duration.ofMillis(50), Duration.ofMillis(50));
        acquire(request);
        io.headgate.testing.Await.until(() -> server.keys().isEmpty());

        assertThat(acquire(request).remaining()).isEqualTo(1);
        assertThat(lives(request).get(0)).isGreaterThan(50);
    }

    @Test
    void whateverIsAtTheThreeKeysHeals() {
        PermitRequest request = shared("broken", 5, TEN_SECONDS);
        List<String> keys = keys(request);
        Object[][] foreign = {
            {"RPUSH", keys.get(0), "a"},
            {"SET", keys.get(0), "text"},
            {"HSET", keys.get(0), "rate", "5"},
            {"HSET", keys.get(0), "rate", "x", "interval", "10000", "type", "0"},
            {"HSET", keys.get(0), "rate", "5", "interval", "10000", "type", "7", "keepAliveTime", "900"},
            {"HSET", keys.get(0), "rate", "", "interval", "", "type", ""},
            {"HSET", keys.get(0), "colour", "red"},
            {"HSET", keys.get(1), "a", "b"},
            {"SET", keys.get(1), "-3"},
            {"SET", keys.get(1), "text"},
            {"SET", keys.get(1), "99"},
            {"SET", keys.get(1), "1.5"},
            {"SET", keys.get(1), ""},
            {"SET", keys.get(2), "text"},
            {"ZADD", keys.get(2), "1", ""},
        };
        for (Object[] command : foreign) {
            for (boolean used : new boolean[] {false, true}) {
                server.clear();
                if (used) {
                    acquire(request);
                    resp.call("DEL", command[1]);
                }
                resp.call(command);
                assertThat(peek(request).remaining()).as("%s", List.of(command)).isBetween(4L, 5L);
                assertThat(acquire(at(4, request)).allowed())
                        .as("%s", List.of(command))
                        .isTrue();
                assertThat(acquire(at(2, request)).allowed())
                        .as("%s", List.of(command))
                        .isFalse();
                assertThat(lives(request)).as("%s", List.of(command)).allMatch(millis -> millis > 0);
            }
        }
    }

    @Test
    void anObjectThatWasMadeForEverIsMadeAnewForEver() {
        PermitRequest request = shared("for-ever", 5, TEN_SECONDS);
        made(request, 5, TEN_SECONDS);
        resp.call("SET", name(request) + ":permits", "text");

        assertThat(acquire(request).remaining()).isEqualTo(4);
        assertThat(lives(request)).containsOnly(-1L);
    }

    /** As if whoever took the permits had a clock that differs by so much. */
    private void moveLog(PermitRequest request, long millis) {
        resp.call(
                "EVAL",
                "for _, m in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('ZINCRBY', KEYS[1], ARGV[1],"
                        + " m) end",
                "1",
                name(request) + ":permits",
                String.valueOf(millis));
    }

    private void awaitEmptyWindow(PermitRequest request) {
        long last =
                Long.parseLong(String.valueOf(resp.list("ZRANGE", name(request) + ":permits", "-1", "-1", "WITHSCORES")
                        .get(1)));
        io.headgate.testing.Await.until(() -> System.currentTimeMillis() > last + 300);
    }
}
