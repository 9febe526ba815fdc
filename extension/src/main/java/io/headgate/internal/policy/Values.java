package io.headgate.internal.policy;

import io.headgate.Algorithm;
import io.headgate.Count;
import io.headgate.Limit;
import io.headgate.OnStoreFailure;
import io.headgate.internal.key.KeyExpression;
import io.headgate.internal.key.Wording;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the text of a value. Whatever the text, the only exception is an {@link IllegalArgumentException} that says what is
 * allowed.
 */
final class Values {

    static final String UNLIMITED = "unlimited";

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern SHARE = Pattern.compile("[01](\\.[0-9]{1,9})?");
    private static final String PERMITS = "whole numbers from %d to " + Limit.MAX_PERMITS;
    private static final Duration MIN_WINDOW = Duration.ofMillis(1);

    private final Set<Algorithm> algorithms;

    /**
     * Reads values for a version.
     *
     * @param algorithms the algorithms that it can run
     */
    Values(Set<Algorithm> algorithms) {
        this.algorithms = algorithms;
    }

    KeyExpression key(String text) {
        return KeyExpression.parse(text);
    }

    /** Permits; empty for {@value #UNLIMITED}. */
    Optional<Long> limit(String text) {
        return text.equalsIgnoreCase(UNLIMITED)
                ? Optional.empty()
                : Optional.of(whole(text, 0, Limit.MAX_PERMITS, PERMITS.formatted(0) + ", or " + UNLIMITED));
    }

    long permits(String text) {
        return whole(text, 1, Limit.MAX_PERMITS, PERMITS.formatted(1));
    }

    Window window(String text) {
        return Window.ofCalendar(text)
                .orElseGet(() -> new Window(duration(text, MIN_WINDOW, Limit.MAX_WINDOW), Optional.empty()));
    }

    Duration maxWait(String text) {
        return duration(text, Duration.ZERO, Limit.MAX_WINDOW);
    }

    Algorithm algorithm(String text) {
        Map<String, Algorithm> words = words(Algorithm.values());
        words.values().retainAll(algorithms);
        Set<String> all = words(Algorithm.values()).keySet();
        return choice(text, words, all);
    }

    Count count(String text) {
        return choice(text, Map.of("all", Count.ALL), words(Count.values()).keySet());
    }

    OnStoreFailure onStoreFailure(String text) {
        return choice(text, words(OnStoreFailure.values()), Set.of());
    }

    boolean flag(String text) {
        Map<String, Boolean> words = new LinkedHashMap<>();
        words.put("true", true);
        words.put("false", false);
        return choice(text, words, Set.of());
    }

    static Duration duration(String text, Duration least, Duration most) {
        Duration duration = Durations.parse(text);
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw new IllegalArgumentException(Wording.quote(text) + " is out of range, allowed are "
                    + Durations.print(least) + " to " + Durations.print(most));
        }
        if (duration.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException(Wording.quote(text) + " is too fine, allowed are whole milliseconds");
        }
        return duration;
    }

    static long whole(String text, long least, long most) {
        return whole(text, least, most, "whole numbers from " + least + " to " + most);
    }

    private static long whole(String text, long least, long most, String allowed) {
        long number = WHOLE_NUMBER.matcher(text).matches() ? Long.parseLong(text) : Long.MIN_VALUE;
        if (number < least || number > most) {
            throw new IllegalArgumentException(Wording.quote(text) + " is not allowed, allowed are " + allowed);
        }
        return number;
    }

    /** A part of something: above 0, at most 1. */
    static BigDecimal share(String text) {
        BigDecimal share = SHARE.matcher(text).matches() ? new BigDecimal(text) : BigDecimal.ZERO;
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException(
                    Wording.quote(text) + " is not allowed, allowed are numbers above 0, at most 1, such as 0.25");
        }
        return share;
    }

    /**
     * The value of a word, in any letter case, its parts joined by {@code -} or {@code _}.
     *
     * @param words what is allowed
     * @param known words that mean something, though not in this version
     */
    static <T> T choice(String text, Map<String, T> words, Collection<String> known) {
        String word = text.toLowerCase(Locale.ROOT).replace('_', '-');
        T value = words.get(word);
        if (value != null) {
            return value;
        }
        String allowed = "allowed " + (words.size() == 1 ? "is " : "are ") + String.join(", ", words.keySet());
        if (known.contains(word)) {
            throw new UnsupportedValueException(Wording.quote(text) + " is not supported by this version, " + allowed);
        }
        throw new IllegalArgumentException(
                Wording.quote(text) + " is not allowed, " + allowed + Wording.didYouMean(text, words.keySet()));
    }

    /** The constants by their names in kebab case, in order. */
    static <E extends Enum<E>> Map<String, E> words(E[] constants) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : constants) {
            words.put(kebab(constant), constant);
        }
        return words;
    }

    static String kebab(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What stands between commas, without surrounding white space; nothing between two commas is no element. */
    static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }
}
