package io.headgate.internal.algorithm;

import io.headgate.Algorithm;
import io.headgate.CalendarWindow;
import io.headgate.CalendarWindow.Unit;
import io.headgate.Limit;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Limits from everywhere in their range, its ends included. */
public final class RandomLimits {

    private static final String[] ZONES = {
        "UTC", "Europe/Paris", "America/Havana", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "-08:00"
    };

    private final Random random;
    private final Algorithm algorithm;

    /** Limits of one algorithm. */
    public RandomLimits(Random random, Algorithm algorithm) {
        this.random = random;
        this.algorithm = algorithm;
    }

    /** Any limit. */
    public Limit any() {
        return hasCalendars() && random.nextInt(3) == 0 ? ofCalendar(permits()) : of(permits(), window());
    }

    /** Whether {@link #ofCalendar} makes limits of the algorithm. */
    public boolean hasCalendars() {
        return algorithm == Algorithm.FIXED_WINDOW;
    }

    /** A limit of a number and any window of a calendar. */
    public Limit ofCalendar(long permits) {
        List<Unit> units = List.of(Unit.values());
        Unit unit = units.get(random.nextInt(units.size()));
        return Limit.of(permits, new CalendarWindow(unit, ZoneId.of(ZONES[random.nextInt(ZONES.length)])));
    }

    /** Another number in the same window. */
    public Limit withWindowOf(Limit limit, long permits) {
        return limit.calendar()
                .map(calendar -> Limit.of(permits, calendar))
                .orElseGet(() -> of(permits, limit.window()));
    }

    /**
     * A limit of a number and a window, the burst of a token bucket anywhere where it fills within 20 years, the longest
     * wait of a leaky bucket anywhere where what waits can be counted.
     */
    public Limit of(long permits, Duration window) {
        if (algorithm == Algorithm.LEAKY_BUCKET) {
            return Limit.of(permits, window, algorithm, Optional.empty(), maxWait(permits, window));
        }
        if (algorithm != Algorithm.TOKEN_BUCKET || random.nextInt(3) == 0) {
            return Limit.of(permits, window, algorithm);
        }
        double most =
                Math.min((double) Limit.MAX_PERMITS, permits * (2.0 * Limit.MAX_WINDOW.toMillis() / window.toMillis()));
        double burst =
                switch (random.nextInt(4)) {
                    case 0 -> 1;
                    case 1 -> 1 + random.nextInt(20);
                    case 2 -> most;
                    default -> Math.pow(most, random.nextDouble());
                };
        return Limit.of(
                permits, window, algorithm, Optional.of(Math.max(1, (long) Math.min(most, burst))), Optional.empty());
    }

    private Optional<Duration> maxWait(long permits, Duration window) {
        double windows = 0x1p53 / Math.max(1, permits) - 4;
        double most = Math.min((double) Limit.MAX_WINDOW.toMillis(), windows * window.toMillis());
        long slot = window.toMillis() / Math.max(1, permits);
        return switch (random.nextInt(7)) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(Duration.ZERO);
            case 2 -> Optional.of(window.minusMillis(slot));
            case 3 -> Optional.of(Duration.ofMillis(Math.min((long) most, slot * random.nextInt(5))));
            case 4 -> Optional.of(Duration.ofMillis(Math.min((long) most, random.nextInt(20))));
            case 5 -> Optional.of(Duration.ofMillis((long) most));
            default -> Optional.of(Duration.ofMillis((long) Math.pow(most, random.nextDouble())));
        };
    }

    /** Any number of permits; for a log mostly few, since it keeps each. */
    public long permits() {
        if (algorithm == Algorithm.SLIDING_LOG) {
            return random.nextInt(20) == 0 ? random.nextInt(2_500) : random.nextInt(20);
        }
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(3);
            case 1 -> Limit.MAX_PERMITS - random.nextInt(2);
            case 2, 3, 4 -> 1 + random.nextInt(20);
            default -> (long) Math.pow(10, random.nextDouble() * 12);
        };
    }

    /** Any window. */
    public Duration window() {
        long least = algorithm == Algorithm.FIXED_WINDOW ? 10 : 1;
        long most = Limit.MAX_WINDOW.toMillis();
        return Duration.ofMillis(
                switch (random.nextInt(8)) {
                    case 0 -> least + random.nextInt(3);
                    case 1 -> most - random.nextInt(2);
                    case 2, 3, 4 -> new long[] {1_000, 60_000, 3_600_000, 86_400_000}[random.nextInt(4)];
                    default -> Math.max(least, (long) Math.pow(10, random.nextDouble() * Math.log10((double) most)));
                });
    }
}
