package io.headgate.internal.policy;

import io.headgate.internal.key.Wording;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as annotations and configuration write them: ISO-8601 ({@code PT1M}, {@code P1D} = 24 hours, in any letter
 * case), or a whole number with a lower-case unit ({@code 500ms}, {@code 60s}, {@code 1m}, {@code 2h}, {@code 7d}).
 */
public final class Durations {

    private static final int LONGEST = 60;
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "ms", ChronoUnit.MILLIS,
            "s", ChronoUnit.SECONDS,
            "m", ChronoUnit.MINUTES,
            "h", ChronoUnit.HOURS,
            "d", ChronoUnit.DAYS);
    private static final Pattern SHORT = Pattern.compile("([0-9]+)([A-Za-z]*)");
    private static final Pattern CALENDAR = Pattern.compile("[-+]?P[^T]*[YMW].*", Pattern.CASE_INSENSITIVE);
    private static final Pattern ISO_WITHOUT_UNIT = Pattern.compile("PT?([0-9]+)", Pattern.CASE_INSENSITIVE);

    private Durations() {}

    /**
     * Reads a duration; it may be zero or negative.
     *
     * @throws IllegalArgumentException if the text is no duration; the message shows the right form
     */
    public static Duration parse(String text) {
        if (text.length() > LONGEST) {
            throw mistake(text, "longer than " + LONGEST + " characters", "1m or PT1M");
        }
        Matcher number = SHORT.matcher(text);
        return number.matches() ? parseShort(text, number.group(1), number.group(2)) : parseIso(text);
    }

    private static Duration parseShort(String text, String digits, String unit) {
        if (unit.isEmpty()) {
            throw mistake(text, "a number needs a unit", digits + "s or " + digits + "ms");
        }
        ChronoUnit known = UNITS.get(unit);
        if (known == null) {
            String lower = unit.toLowerCase(Locale.ROOT);
            String example = digits + (UNITS.containsKey(lower) ? lower : "s");
            throw mistake(text, "units are ms, s, m, h, d, in lower case", example);
        }
        try {
            return Duration.of(Long.parseLong(digits), known);
        } catch (ArithmeticException | NumberFormatException e) {
            throw mistake(text, "too long", "1" + unit);
        }
    }

    private static Duration parseIso(String text) {
        if (CALENDAR.matcher(text).matches()) {
            throw new IllegalArgumentException(Wording.quote(text)
                    + " is no duration: weeks, months and years are of the calendar, write days, such as P7D or 7d");
        }
        Matcher bare = ISO_WITHOUT_UNIT.matcher(text);
        if (bare.matches()) {
            throw mistake(text, "a number needs a unit", "PT" + bare.group(1) + "S or " + bare.group(1) + "s");
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException | ArithmeticException e) {
            throw mistake(text, "neither a number with a unit nor an ISO-8601 duration", "1m or PT1M");
        }
    }

    private static IllegalArgumentException mistake(String text, String why, String example) {
        return new IllegalArgumentException(
                Wording.quote(text) + " is no duration: " + why + ", write for example " + example);
    }

    /** The duration in its shortest form: {@code 1m} for 60 seconds. */
    public static String print(Duration duration) {
        if (duration.isNegative() || duration.toNanosPart() % 1_000_000 != 0) {
            return duration.toString();
        }
        for (String unit : List.of("d", "h", "m", "s")) {
            long seconds =
                    UNITS.getOrDefault(unit, ChronoUnit.SECONDS).getDuration().toSeconds();
            if (!duration.isZero() && duration.toNanosPart() == 0 && duration.toSeconds() % seconds == 0) {
                return duration.toSeconds() / seconds + unit;
            }
        }
        return duration.isZero() ? "0s" : Long.toString(duration.toMillis()) + "ms";
    }
}
