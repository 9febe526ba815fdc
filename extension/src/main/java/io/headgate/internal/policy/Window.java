package io.headgate.internal.policy;

import io.headgate.Algorithm;
import io.headgate.CalendarWindow;
import io.headgate.CalendarWindow.Unit;
import io.headgate.internal.key.Wording;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A window as somebody wrote it. {@code P1W}, {@code P1M} and {@code P1Y} are of the calendar, and have no length. {@code P1D}
 * is of the calendar where the algorithm is a fixed window, and else 24 hours, which it is as well wherever a duration is
 * meant. All others are lengths.
 *
 * @param length the length; of a calendar's window the greatest one
 * @param unit what it is in the calendar; empty for a length
 */
record Window(Duration length, Optional<Unit> unit) {

    private static final Pattern PERIOD = Pattern.compile("[-+]?P[^T]*[YMW].*", Pattern.CASE_INSENSITIVE);

    /** The window of a text that is one of the calendar; empty for any other text. */
    static Optional<Window> ofCalendar(String text) {
        for (Unit unit : Unit.values()) {
            if (unit.period().equalsIgnoreCase(text)) {
                return Optional.of(new Window(unit.mostDays(), Optional.of(unit)));
            }
        }
        if (PERIOD.matcher(text).matches()) {
            throw new IllegalArgumentException(Wording.quote(text)
                    + " is no window: of the calendar there are P1D, P1W, P1M and P1Y, for another length write days,"
                    + " such as 90d");
        }
        return Optional.empty();
    }

    /** Whether the algorithm counts by it. */
    boolean fits(Algorithm algorithm) {
        return algorithm == Algorithm.FIXED_WINDOW || unit.isEmpty() || unit.get() == Unit.DAY;
    }

    /** The calendar's window that an algorithm counts by. */
    Optional<CalendarWindow> calendar(Algorithm algorithm, ZoneId zone) {
        return algorithm == Algorithm.FIXED_WINDOW
                ? unit.map(part -> new CalendarWindow(part, zone))
                : Optional.empty();
    }

    /** What a mistake says of it where {@link #fits} is false. */
    String misfit(Algorithm algorithm) {
        Unit part = unit.orElseThrow();
        return "'" + part.period() + "' is a " + part.name().toLowerCase(Locale.ROOT)
                + " of the calendar, which only fixed-window counts by, and the algorithm is " + Values.kebab(algorithm)
                + ": set algorithm to fixed-window, or write a length, such as " + Durations.print(length);
    }

    /** As the start table shows it. */
    String print(Algorithm algorithm, ZoneId zone) {
        return calendar(algorithm, zone).map(CalendarWindow::toString).orElseGet(() -> Durations.print(length));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Window that && length.equals(that.length) && unit.equals(that.unit);
    }

    @Override
    public int hashCode() {
        return Objects.hash(length, unit);
    }
}
