package io.headgate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a policy. A value that exists is valid: the constructor refuses what could not be enforced.
 *
 * @param permits permits per window, 0 to {@link #MAX_PERMITS}
 * @param window whole milliseconds, 1 ms (fixed window: 10 ms) to {@link #MAX_WINDOW}; of a calendar window {@link
 *     CalendarWindow.Unit#mostDays()}
 * @param algorithm how permits come back
 * @param burst token bucket: permits that can be saved up, 1 to {@link #MAX_PERMITS}, or 0 where {@code permits} is 0; any
 *     other algorithm: equal to {@code permits}
 * @param maxWait leaky bucket: the longest delay, whole milliseconds, 0 to {@link #MAX_WINDOW}; any other algorithm: zero
 * @param calendar fixed window: the calendar's window that permits are counted in; empty where all windows are equally long
 */
public record Limit(
        long permits,
        Duration window,
        Algorithm algorithm,
        long burst,
        Duration maxWait,
        Optional<CalendarWindow> calendar) {

    /** The greatest number of permits: 10<sup>12</sup>. */
    public static final long MAX_PERMITS = 1_000_000_000_000L;

    /** The longest window: 3650 days. */
    public static final Duration MAX_WINDOW = Duration.ofDays(3650);

    private static final Duration MIN_WINDOW = Duration.ofMillis(1);
    private static final Duration MIN_FIXED_WINDOW = Duration.ofMillis(10);

    /**
     * Refuses numbers that could not be enforced.
     *
     * @throws IllegalArgumentException if a number is outside its range; the message names the number, its value and the
     *     range
     */
    public Limit {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(maxWait, "maxWait");
        Objects.requireNonNull(calendar, "calendar");
        inRange("limit", permits, 0);
        Duration least = algorithm == Algorithm.FIXED_WINDOW ? MIN_FIXED_WINDOW : MIN_WINDOW;
        wholeMillis("window", window, least);
        if (algorithm == Algorithm.TOKEN_BUCKET) {
            inRange("burst", burst, Math.min(1, permits));
        } else if (burst != permits) {
            throw new IllegalArgumentException("burst belongs to TOKEN_BUCKET, not to " + algorithm);
        }
        if (algorithm == Algorithm.LEAKY_BUCKET) {
            wholeMillis("maxWait", maxWait, Duration.ZERO);
        } else if (!maxWait.isZero()) {
            throw new IllegalArgumentException("maxWait belongs to LEAKY_BUCKET, not to " + algorithm);
        }
        if (calendar.isPresent()) {
            fitsCalendar(calendar.get(), window, algorithm);
        }
    }

    /**
     * A limit without a calendar.
     *
     * @throws IllegalArgumentException if a number is outside its range
     */
    public Limit(long permits, Duration window, Algorithm algorithm, long burst, Duration maxWait) {
        this(permits, window, algorithm, burst, maxWait, Optional.empty());
    }

    /** A fixed window of the calendar. */
    public static Limit of(long permits, CalendarWindow calendar) {
        Duration window = calendar.unit().mostDays();
        return new Limit(permits, window, Algorithm.FIXED_WINDOW, permits, Duration.ZERO, Optional.of(calendar));
    }

    /** A sliding window, the default algorithm. */
    public static Limit of(long permits, Duration window) {
        return of(permits, window, Algorithm.SLIDING_WINDOW);
    }

    /** The given algorithm with its built-in burst (the limit) and maximum wait (the window). */
    public static Limit of(long permits, Duration window, Algorithm algorithm) {
        return of(permits, window, algorithm, Optional.empty(), Optional.empty());
    }

    /** The given algorithm; an absent burst is the limit, an absent maximum wait the window, where the algorithm has one. */
    public static Limit of(
            long permits, Duration window, Algorithm algorithm, Optional<Long> burst, Optional<Duration> maxWait) {
        Duration wait = algorithm == Algorithm.LEAKY_BUCKET ? window : Duration.ZERO;
        return new Limit(permits, window, algorithm, burst.orElse(permits), maxWait.orElse(wait));
    }

    /** Permits that can be had at once: the burst of a token bucket, else the limit. None where the limit is 0. */
    public long capacity() {
        return permits == 0 ? 0 : burst;
    }

    /** How long the window is that a moment falls into: {@link #window()}, or what the calendar says. */
    public Duration windowAt(Instant moment) {
        return calendar.map(window -> window.lengthAt(moment)).orElse(window);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Limit that
                && permits == that.permits
                && window.equals(that.window)
                && algorithm == that.algorithm
                && burst == that.burst
                && maxWait.equals(that.maxWait)
                && calendar.equals(that.calendar);
    }

    @Override
    public int hashCode() {
        return Objects.hash(permits, window, algorithm, burst, maxWait, calendar);
    }

    private static void fitsCalendar(CalendarWindow calendar, Duration window, Algorithm algorithm) {
        if (algorithm != Algorithm.FIXED_WINDOW) {
            throw new IllegalArgumentException(
                    "calendar is " + calendar + ", which belongs to FIXED_WINDOW, not to " + algorithm);
        }
        if (!window.equals(calendar.unit().mostDays())) {
            throw new IllegalArgumentException("window is " + window + ", that of " + calendar + " is "
                    + calendar.unit().mostDays());
        }
    }

    private static void inRange(String what, long value, long least) {
        if (value < least || value > MAX_PERMITS) {
            throw new IllegalArgumentException(what + " is " + value + ", allowed are " + least + " to " + MAX_PERMITS);
        }
    }

    private static void wholeMillis(String what, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(MAX_WINDOW) > 0) {
            throw new IllegalArgumentException(
                    what + " is " + value + ", allowed are " + least + " to " + MAX_WINDOW + " (3650 days)");
        }
        if (value.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException(what + " is " + value + ", allowed are whole milliseconds");
        }
    }
}
