package io.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.CalendarWindow.Unit;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the windows of calendars begin and end. */
class CalendarWindowTest {

    private static final CalendarWindow PARIS_MONTH = new CalendarWindow(Unit.MONTH, ZoneId.of("Europe/Paris"));

    /** Each moment of a row is within the window from the third to the fourth column, of so many hours. */
    @ParameterizedTest
    @CsvSource(textBlock = """
        # both changes of the clock in Paris: 2026-03-29 at 2:00 and 2026-10-25 at 3:00
        DAY,   2026-03-28T23:59:59.999999+01:00, 2026-03-28T00:00+01:00, 2026-03-29T00:00+01:00, 24
        DAY,   2026-03-29T00:00+01:00,           2026-03-29T00:00+01:00, 2026-03-30T00:00+02:00, 23
        DAY,   2026-03-29T01:59:59.999999+01:00, 2026-03-29T00:00+01:00, 2026-03-30T00:00+02:00, 23
        DAY,   2026-03-29T03:00+02:00,           2026-03-29T00:00+01:00, 2026-03-30T00:00+02:00, 23
        DAY,   2026-03-29T23:59:59.999999+02:00, 2026-03-29T00:00+01:00, 2026-03-30T00:00+02:00, 23
        DAY,   2026-10-25T02:30+02:00,           2026-10-25T00:00+02:00, 2026-10-26T00:00+01:00, 25
        DAY,   2026-10-25T02:30+01:00,           2026-10-25T00:00+02:00, 2026-10-26T00:00+01:00, 25
        WEEK,  2026-03-29T12:00+02:00,           2026-03-23T00:00+01:00, 2026-03-30T00:00+02:00, 167
        WEEK,  2026-03-30T00:00+02:00,           2026-03-30T00:00+02:00, 2026-04-06T00:00+02:00, 168
        WEEK,  2026-10-25T23:59:59.999999+01:00, 2026-10-19T00:00+02:00, 2026-10-26T00:00+01:00, 169
        WEEK,  2027-01-01T00:00+01:00,           2026-12-28T00:00+01:00, 2027-01-04T00:00+01:00, 168
        MONTH, 2026-03-31T23:59:59.999999+02:00, 2026-03-01T00:00+01:00, 2026-04-01T00:00+02:00, 743
        MONTH, 2026-10-01T00:00+02:00,           2026-10-01T00:00+02:00, 2026-11-01T00:00+01:00, 745
        MONTH, 2026-09-30T22:00Z,                2026-10-01T00:00+02:00, 2026-11-01T00:00+01:00, 745
        MONTH, 2026-09-30T21:59:59.999999Z,      2026-09-01T00:00+02:00, 2026-10-01T00:00+02:00, 720
        YEAR,  2026-07-14T12:00+02:00,           2026-01-01T00:00+01:00, 2027-01-01T00:00+01:00, 8760
        # a leap day, a year without one, and a century's year that has none
        DAY,   2028-02-29T12:00+01:00,           2028-02-29T00:00+01:00, 2028-03-01T00:00+01:00, 24
        MONTH, 2028-02-29T23:59:59.999999+01:00, 2028-02-01T00:00+01:00, 2028-03-01T00:00+01:00, 696
        MONTH, 2027-02-28T23:59:59.999999+01:00, 2027-02-01T00:00+01:00, 2027-03-01T00:00+01:00, 672
        MONTH, 2100-02-28T12:00+01:00,           2100-02-01T00:00+01:00, 2100-03-01T00:00+01:00, 672
        YEAR,  2028-02-29T12:00+01:00,           2028-01-01T00:00+01:00, 2029-01-01T00:00+01:00, 8784
        """)
    void f11_aMomentIsInTheWindowThatTheCalendarOfParisShows(
            Unit unit, OffsetDateTime moment, OffsetDateTime start, OffsetDateTime end, long hours) {
        assertWindow(new CalendarWindow(unit, ZoneId.of("Europe/Paris")), moment, start, end, hours * 60);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        # Havana, 2026-03-08: at 0:00 it is 1:00, there is no midnight
        DAY,   America/Havana,   2026-03-08T01:00-04:00, 2026-03-08T01:00-04:00, 2026-03-09T00:00-04:00, 1380
        DAY,   America/Havana,   2026-03-07T23:59-05:00, 2026-03-07T00:00-05:00, 2026-03-08T01:00-04:00, 1440
        # Havana, 2026-11-01: at 1:00 it is 0:00, midnight comes twice: the first one counts, of the month too
        DAY,   America/Havana,   2026-11-01T00:30-05:00, 2026-11-01T00:00-04:00, 2026-11-02T00:00-05:00, 1500
        MONTH, America/Havana,   2026-11-01T00:30-04:00, 2026-11-01T00:00-04:00, 2026-12-01T00:00-05:00, 43260
        # St. John's, 2009-11-01: at 0:01 it is 23:01 of the day and the month before, which are over
        DAY,   America/St_Johns, 2009-11-01T00:00-02:30, 2009-11-01T00:00-02:30, 2009-11-02T00:00-03:30, 1500
        DAY,   America/St_Johns, 2009-10-31T23:30-03:30, 2009-11-01T00:00-02:30, 2009-11-02T00:00-03:30, 1500
        MONTH, America/St_Johns, 2009-10-31T23:30-02:30, 2009-10-01T00:00-02:30, 2009-11-01T00:00-02:30, 44640
        MONTH, America/St_Johns, 2009-10-31T23:30-03:30, 2009-11-01T00:00-02:30, 2009-12-01T00:00-03:30, 43260
        # Samoa had no 2011-12-30
        DAY,   Pacific/Apia,     2011-12-29T12:00-10:00, 2011-12-29T00:00-10:00, 2011-12-31T00:00+14:00, 1440
        DAY,   Pacific/Apia,     2011-12-31T00:00+14:00, 2011-12-31T00:00+14:00, 2012-01-01T00:00+14:00, 1440
        WEEK,  Pacific/Apia,     2011-12-29T12:00-10:00, 2011-12-26T00:00-10:00, 2012-01-02T00:00+14:00, 8640
        # a clock that is changed by half an hour, one with a strange offset, and one without a calendar of its own
        DAY,   Australia/Lord_Howe, 2026-04-05T01:45+10:30, 2026-04-05T00:00+11:00, 2026-04-06T00:00+10:30, 1470
        MONTH, Asia/Kathmandu,   2026-01-31T18:15Z,      2026-02-01T00:00+05:45, 2026-03-01T00:00+05:45, 40320
        DAY,   UTC,              1969-12-31T23:59Z,      1969-12-31T00:00Z,      1970-01-01T00:00Z,      1440
        YEAR,  -08:00,           2026-12-31T23:59-08:00, 2026-01-01T00:00-08:00, 2027-01-01T00:00-08:00, 525600
        """)
    void f11_whereClocksLeaveMidnightOutOrShowItTwiceWindowsStillFollowEachOther(
            Unit unit, ZoneId zone, OffsetDateTime moment, OffsetDateTime start, OffsetDateTime end, long minutes) {
        assertWindow(new CalendarWindow(unit, zone), moment, start, end, minutes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/Los_Angeles", "Pacific/Kiritimati"})
    void f11_theZoneOfTheMachineDoesNotMatter(String machine) {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone(machine));
            assertThat(PARIS_MONTH.startOf(Instant.parse("2026-09-30T22:00:00Z")))
                    .isEqualTo("2026-09-30T22:00:00Z");
            assertThat(PARIS_MONTH.endOf(Instant.parse("2026-09-30T22:00:00Z"))).isEqualTo("2026-10-31T23:00:00Z");
            assertThat(PARIS_MONTH.startOf(Instant.parse("2026-09-30T21:59:59Z")))
                    .isEqualTo("2026-08-31T22:00:00Z");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void aLimitOfTheCalendarIsAFixedWindowOfItsGreatestLength() {
        Limit limit = Limit.of(1000, PARIS_MONTH);

        assertThat(limit.algorithm()).isEqualTo(Algorithm.FIXED_WINDOW);
        assertThat(limit.window()).isEqualTo(Duration.ofDays(31));
        assertThat(limit.capacity()).isEqualTo(1000);
        assertThat(limit.windowAt(Instant.parse("2026-02-10T00:00:00Z"))).isEqualTo(Duration.ofDays(28));
        assertThat(Limit.of(1000, Duration.ofDays(30)).windowAt(Instant.EPOCH)).isEqualTo(Duration.ofDays(30));
        assertThat(limit.toString()).contains("P1M Europe/Paris");
    }

    @Test
    void limitsAreEqualIfTheirUnitsAndZonesAre() {
        Limit limit = Limit.of(10, PARIS_MONTH);

        assertThat(limit)
                .isEqualTo(Limit.of(10, new CalendarWindow(Unit.MONTH, ZoneId.of("Europe/Paris"))))
                .hasSameHashCodeAs(Limit.of(10, new CalendarWindow(Unit.MONTH, ZoneId.of("Europe/Paris"))))
                .isNotEqualTo(Limit.of(10, new CalendarWindow(Unit.MONTH, ZoneId.of("UTC"))))
                .isNotEqualTo(Limit.of(10, new CalendarWindow(Unit.YEAR, ZoneId.of("Europe/Paris"))))
                .isNotEqualTo(Limit.of(10, Duration.ofDays(31), Algorithm.FIXED_WINDOW));
    }

    @Test
    void unitsAreWrittenAsPeriods() {
        assertThat(Unit.values()).extracting(Unit::period).containsExactly("P1D", "P1W", "P1M", "P1Y");
        assertThat(Unit.values()).extracting(unit -> unit.mostDays().toDays()).containsExactly(1L, 7L, 31L, 366L);
    }

    @Test
    void windowsAreToldApartByTheirHash() {
        assertThat(PARIS_MONTH.hashCode())
                .isNotEqualTo(new CalendarWindow(Unit.YEAR, PARIS_MONTH.zone()).hashCode())
                .isNotEqualTo(new CalendarWindow(Unit.MONTH, ZoneId.of("UTC")).hashCode());
    }

    @Test
    void aCalendarFitsNoOtherAlgorithmAndNoOtherLength() {
        Duration month = Duration.ofDays(31);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new Limit(5, month, Algorithm.SLIDING_WINDOW, 5, Duration.ZERO, Optional.of(PARIS_MONTH)))
                .withMessage("calendar is P1M Europe/Paris, which belongs to FIXED_WINDOW, not to SLIDING_WINDOW");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Limit(
                        5, Duration.ofDays(30), Algorithm.FIXED_WINDOW, 5, Duration.ZERO, Optional.of(PARIS_MONTH)))
                .withMessage("window is PT720H, that of P1M Europe/Paris is PT744H");
    }

    private static void assertWindow(
            CalendarWindow window, OffsetDateTime moment, OffsetDateTime start, OffsetDateTime end, long minutes) {
        Instant at = moment.toInstant();
        assertThat(window.startOf(at)).isEqualTo(start.toInstant());
        assertThat(window.endOf(at)).isEqualTo(end.toInstant());
        assertThat(window.lengthAt(at)).isEqualTo(Duration.ofMinutes(minutes));
        assertThat(window.startOf(window.startOf(at))).isEqualTo(window.startOf(at));
        assertThat(window.startOf(window.endOf(at))).isEqualTo(window.endOf(at));
        assertThat(window.endOf(window.startOf(at).minusNanos(1))).isEqualTo(window.startOf(at));
    }
}
