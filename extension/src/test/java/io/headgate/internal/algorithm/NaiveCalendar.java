package io.headgate.internal.algorithm;

import io.headgate.CalendarWindow;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Goes through the days of a few years, one after the other, and notes when each begins on which a window begins: at the first
 * of the moments that show midnight; where none does, when the clock is put forward over it.
 */
final class NaiveCalendar {

    private static final Map<CalendarWindow, NaiveCalendar> ALL = new ConcurrentHashMap<>();

    private final CalendarWindow window;
    private final Map<Integer, NavigableSet<Long>> byYear = new ConcurrentHashMap<>();

    private NaiveCalendar(CalendarWindow window) {
        this.window = window;
    }

    static NaiveCalendar of(CalendarWindow window) {
        return ALL.computeIfAbsent(window, NaiveCalendar::new);
    }

    long startMicros(long micros) {
        return edges(micros).floor(micros);
    }

    long endMicros(long micros) {
        return edges(micros).higher(micros);
    }

    private NavigableSet<Long> edges(long micros) {
        int year = instant(micros).atOffset(ZoneOffset.UTC).getYear();
        return byYear.computeIfAbsent(year, this::edgesAround);
    }

    private NavigableSet<Long> edgesAround(int year) {
        NavigableSet<Long> edges = new TreeSet<>();
        LocalDate last = LocalDate.of(year + 2, 1, 5);
        for (LocalDate day = LocalDate.of(year - 1, 1, 1); day.isBefore(last); day = day.plusDays(1)) {
            if (begins(day)) {
                edges.add(beginning(day).getEpochSecond() * 1_000_000);
            }
        }
        return edges;
    }

    private boolean begins(LocalDate day) {
        return switch (window.unit()) {
            case DAY -> true;
            case WEEK -> day.getDayOfWeek() == DayOfWeek.MONDAY;
            case MONTH -> day.getDayOfMonth() == 1;
            case YEAR -> day.getDayOfYear() == 1;
        };
    }

    private Instant beginning(LocalDate day) {
        LocalDateTime midnight = day.atTime(0, 0);
        ZoneRules rules = window.zone().getRules();
        List<ZoneOffset> offsets = rules.getValidOffsets(midnight);
        return offsets.stream()
                .map(midnight::toInstant)
                .min(Instant::compareTo)
                .orElseGet(() -> rules.getTransition(midnight).getInstant());
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
