package io.headgate;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A window that the calendar of a time zone gives: the day, the week from Monday, the month or the year. Such windows are of
 * different lengths: a month has 28 to 31 days, a day on which clocks are changed 23 or 25 hours.
 *
 * @param unit what the window is
 * @param zone whose calendar tells where it begins and ends
 */
public record CalendarWindow(Unit unit, ZoneId zone) {

    /** What a calendar divides time into. */
    public enum Unit {
        /** From midnight to midnight. Written {@code P1D}. */
        DAY("P1D", 1),
        /** From Monday to Sunday. Written {@code P1W}. */
        WEEK("P1W", 7),
        /** From the first day to the last one. Written {@code P1M}. */
        MONTH("P1M", 31),
        /** From 1 January to 31 December. Written {@code P1Y}. */
        YEAR("P1Y", 366);

        private final String period;
        private final Duration mostDays;

        Unit(String period, int mostDays) {
            this.period = period;
            this.mostDays = Duration.ofDays(mostDays);
        }

        /** As an ISO-8601 period: {@code P1M}. */
        public String period() {
            return period;
        }

        /** The greatest number of days in it, each of 24 hours. */
        public Duration mostDays() {
            return mostDays;
        }

        private LocalDate firstDay(LocalDate day) {
            return switch (this) {
                case DAY -> day;
                case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                case MONTH -> day.withDayOfMonth(1);
                case YEAR -> day.withDayOfYear(1);
            };
        }

        private LocalDate next(LocalDate firstDay) {
            return switch (this) {
                case DAY -> firstDay.plusDays(1);
                case WEEK -> firstDay.plusWeeks(1);
                case MONTH -> firstDay.plusMonths(1);
                case YEAR -> firstDay.plusYears(1);
            };
        }
    }

    /** Refuses null. */
    public CalendarWindow {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(zone, "zone");
    }

    /** When the window that a moment falls into began; at or before the moment. */
    public Instant startOf(Instant moment) {
        return start(firstDay(moment));
    }

    /** When the window that a moment falls into ends and the next one begins; after the moment. */
    public Instant endOf(Instant moment) {
        return start(unit.next(firstDay(moment)));
    }

    /** How long the window is that a moment falls into. */
    public Duration lengthAt(Instant moment) {
        LocalDate firstDay = firstDay(moment);
        return Duration.between(start(firstDay), start(unit.next(firstDay)));
    }

    private LocalDate firstDay(Instant moment) {
        LocalDate first = unit.firstDay(moment.atZone(zone).toLocalDate());
        // Where a clock is set back over midnight, it shows once more a day that is over.
        while (!start(unit.next(first)).isAfter(moment)) {
            first = unit.next(first);
        }
        return first;
    }

    /** Midnight, or the first moment after it where clocks leave it out. */
    private Instant start(LocalDate day) {
        return day.atStartOfDay(zone).toInstant();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CalendarWindow that && unit == that.unit && zone.equals(that.zone);
    }

    @Override
    public int hashCode() {
        return 31 * unit.hashCode() + zone.hashCode();
    }

    /** The period and the zone: {@code P1M Europe/Paris}. */
    @Override
    public String toString() {
        return unit.period + " " + zone;
    }
}
