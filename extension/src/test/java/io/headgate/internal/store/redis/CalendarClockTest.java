package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headgate.CalendarWindow;
import io.headgate.CalendarWindow.Unit;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Redis has no calendar and the application may have another time: the edges that it sends are for the time that it expects in
 * Redis. If Redis has another one, that costs a second trip, and nothing else.
 */
class CalendarClockTest extends TwoClocks {

    CalendarClockTest() {
        super(new PermitRequest(
                LimitKey.of("month", List.of("a")),
                Limit.of(5, new CalendarWindow(Unit.MONTH, ZoneId.of("Europe/Paris"))),
                1,
                false));
    }

    @ParameterizedTest
    @ValueSource(ints = {-400, -31, -1, 0, 1, 31, 400})
    void f11_anApplicationWhoseClockIsMonthsOffCountsByThatOfRedisAndInOneTrip(int daysOff) {
        here.advance(Duration.ofDays(daysOff));
        meet();

        Decision decision = acquire();

        assertThat(decision.decidedAt()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(decision.remaining()).isEqualTo(4);
        assertThat(decision.resetAfter())
                .contains(
                        Duration.between(Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-01-31T23:00:00Z")));
        assertThat(server.calls("evalsha")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {31, 62, 93, 400, 4000})
    void f11_afterTheClockHereWasSetForwardACallIsSentOnceMoreAtMostAndChargedOnce(int days) {
        meet();
        acquire();
        here.advance(Duration.ofDays(days));

        assertThat(acquire().remaining()).isEqualTo(3);
        assertThat(server.calls("evalsha")).isEqualTo(days > 31 ? 3 : 2);
        assertThat(acquire().remaining()).isEqualTo(2);
        assertThat(server.calls("evalsha")).isEqualTo(days > 31 ? 4 : 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {-31, -62, -400})
    void f11_afterTheClockHereWasSetBackACallIsSentOnceMoreAndChargedOnce(int days) {
        meet();
        acquire();
        here.advance(Duration.ofDays(days));

        assertThat(acquire().remaining()).isEqualTo(3);
        assertThat(server.calls("evalsha")).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {-400, -93, 93, 400})
    void f11_afterTheClockOfRedisWasSetItCountsInTheMonthThatItShows(int days) {
        meet();
        acquire();
        there.advance(Duration.ofDays(days));

        Decision decision = acquire();

        assertThat(decision.decidedAt()).isEqualTo(there.instant());
        assertThat(decision.decidedAt().plus(decision.resetAfter().orElseThrow()))
                .isEqualTo(new CalendarWindow(Unit.MONTH, ZoneId.of("Europe/Paris")).endOf(there.instant()));
        assertThat(decision.remaining()).isEqualTo(days > 0 ? 4 : 3);
    }

    @Test
    void f11_aClockThatIsSetAgainAndAgainIsNotFollowedForEverAndNothingIsCharged() {
        meet();
        acquire();
        onTheWay = () -> there.advance(Duration.ofDays(-400));

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(this::acquire)
                .withMessageContaining("HG0314");
        assertThat(server.calls("evalsha")).isEqualTo(3);
        onTheWay = () -> {};
        assertThat(acquire().remaining()).isEqualTo(3);
    }

    @Test
    void f11_aRefundFindsItsWindowWhateverTheClocksShowAndHoweverLateItIs() {
        meet();
        Decision charged = acquire();
        here.advance(Duration.ofDays(400));
        onTheWay = () -> here.advance(DEADLINE.multipliedBy(2));

        refund(charged);

        assertThat(ofKey("EXISTS")).isZero();
        assertThat(server.calls("evalsha")).isEqualTo(3);
    }

    @Test
    void f11_theKeyExpiresWhenTheMonthEnds() {
        RedisStore byItsOwnTime = RedisKit.store(RedisKit.client(server));
        Decision decision =
                answer(byItsOwnTime.tryAcquire(Acquisition.of(request))).get(0);

        long left = ofKey("PTTL");
        Instant ends = decision.decidedAt().plus(decision.resetAfter().orElseThrow());
        assertThat(Instant.ofEpochMilli(serverMillis() + left)).isBetween(ends.minusMillis(2), ends.plusSeconds(10));
    }

    private long serverMillis() {
        List<?> time = resp.list("TIME");
        return Long.parseLong((String) time.get(0)) * 1000 + Long.parseLong((String) time.get(1)) / 1000;
    }
}
