package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.CalendarWindow;
import io.headgate.CalendarWindow.Unit;
import io.headgate.Limit;
import io.headgate.internal.policy.Fixture.Orders;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a policy's window becomes: a length, or a window of the calendar. */
class WindowTest {

    private static final Method LIST = Fixture.method(Orders.class, "list");

    private static Limit limit(String window, String algorithm, String... further) {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "all",
                "ratelimit.policy.all.window", window,
                "ratelimit.policy.all.algorithm", algorithm);
        for (int i = 0; i < further.length; i += 2) {
            properties.set(further[i], further[i + 1]);
        }
        Resolution resolution = Fixture.resolve(properties);
        assertThat(Fixture.mistakes(resolution)).isEmpty();
        return resolution.registry().configured().get(0).policy().limit().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"P1D, DAY", "P1W, WEEK", "P1M, MONTH", "P1Y, YEAR", "p1m, MONTH"})
    void f11_aFixedWindowCountsByTheCalendarOfTheZone(String window, Unit unit) {
        assertThat(limit(window, "fixed-window")).isEqualTo(Limit.of(100, new CalendarWindow(unit, ZoneId.of("UTC"))));
        assertThat(limit(window, "fixed-window", "ratelimit.zone", "Europe/Paris"))
                .isEqualTo(Limit.of(100, new CalendarWindow(unit, ZoneId.of("Europe/Paris"))));
    }

    @ParameterizedTest
    @CsvSource({
        "P1D,  sliding-window, 24",
        "P1D,  sliding-log,    24",
        "P1D,  token-bucket,   24",
        "1d,   fixed-window,   24",
        "24h,  fixed-window,   24",
        "PT24H, fixed-window,  24",
        "P7D,  fixed-window,   168",
        "7d,   fixed-window,   168",
        "P2D,  fixed-window,   48",
        "PT1M, fixed-window,   0",
    })
    void f11_everythingElseIsALength(String window, String algorithm, long hours) {
        Limit limit = limit(window, algorithm, "ratelimit.zone", "Europe/Paris");

        assertThat(limit.calendar()).isEmpty();
        assertThat(limit.window()).isEqualTo(hours == 0 ? Duration.ofMinutes(1) : Duration.ofHours(hours));
    }

    @Test
    void anAnnotationAndEachLevelOfConfigurationMayHaveAMonth() {
        LimitedMethod list = Fixture.limited(
                LIST,
                FakeRateLimit.of("window", "P1M", "limit", 10L, "algorithm", new Algorithm[] {Algorithm.FIXED_WINDOW}));
        FakeProperties properties = FakeProperties.of("ratelimit.zone", "Asia/Tokyo");

        Limit limit = Fixture.use(Fixture.resolve(properties, list), list)
                .policy()
                .limit()
                .orElseThrow();

        assertThat(limit).isEqualTo(Limit.of(10, new CalendarWindow(Unit.MONTH, ZoneId.of("Asia/Tokyo"))));
    }

    @Test
    void anUnlimitedMonthIsNoMistakeAndOneOfAnotherAlgorithmIs() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "all",
                "ratelimit.policy.all.limit", "unlimited",
                "ratelimit.policy.all.window", "P1M",
                "ratelimit.policy.all.algorithm", "fixed-window");
        assertThat(Fixture.mistakes(Fixture.resolve(properties))).isEmpty();

        properties.set("ratelimit.policy.all.algorithm", "sliding-window");
        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .singleElement()
                .asString()
                .startsWith("HG0216");
    }

    @Test
    void theStartTableShowsTheCalendarAndItsZone() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "month,day,rolling",
                "ratelimit.zone", "Europe/Paris",
                "ratelimit.default.window", "P1D",
                "ratelimit.policy.month.window", "P1M",
                "ratelimit.policy.month.algorithm", "fixed-window",
                "ratelimit.policy.day.algorithm", "fixed-window");

        assertThat(Fixture.resolve(properties).startTable().text().lines())
                .anyMatch(line -> line.matches("month +100 +P1M Europe/Paris +fixed-window .*"))
                .anyMatch(line -> line.matches("day +100 +P1D Europe/Paris +fixed-window .*"))
                .anyMatch(line -> line.matches("rolling +100 +1d +sliding-window .*"));
    }

    @Test
    void aMonthAndThirtyOneDaysUnderOneNameDisagree() {
        Algorithm[] fixed = {Algorithm.FIXED_WINDOW};
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "a", "window", "P1M", "algorithm", fixed));
        LimitedMethod search = Fixture.limited(
                Fixture.method(Orders.class, "search"),
                FakeRateLimit.of("name", "a", "window", "31d", "algorithm", fixed));

        assertThat(Fixture.mistakes(Fixture.resolve(new FakeProperties(), list, search)))
                .singleElement()
                .asString()
                .startsWith("HG0206")
                .contains("'P1M'", "'31d'");
    }
}
