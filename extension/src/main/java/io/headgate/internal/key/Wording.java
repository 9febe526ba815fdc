package io.headgate.internal.key;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** How messages show what somebody wrote: safe to log, short, and with a guess at what was meant. */
public final class Wording {

    private static final int LONGEST = 300;
    private static final int LONGEST_GUESS = 200;
    private static final int MOST_SLIPS = 3;

    private Wording() {}

    /** The text in quotes, with control characters escaped and cut where it is long. */
    public static String quote(String text) {
        return "'" + printable(text) + "'";
    }

    /** The text with control characters escaped, cut where it is long. */
    public static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        int end = Math.min(text.length(), LONGEST);
        for (int i = 0; i < end; i++) {
            append(shown, text.charAt(i));
        }
        return end == text.length() ? shown.toString() : shown + "... (" + text.length() + " characters)";
    }

    private static void append(StringBuilder shown, char c) {
        if (isInvisible(c)) {
            shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        } else {
            shown.append(c);
        }
    }

    private static boolean isInvisible(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** {@code ", did you mean 'x'?"} for the nearest candidate, or nothing where none is near. */
    public static String didYouMean(String text, Collection<String> candidates) {
        return nearest(text, candidates)
                .map(candidate -> ", did you mean '" + candidate + "'?")
                .orElse("");
    }

    /** The candidate that a few slips of the fingers turn into the text, in any letter case; empty where none is near. */
    public static Optional<String> nearest(String text, Collection<String> candidates) {
        if (text.length() > LONGEST_GUESS) {
            return Optional.empty();
        }
        String wanted = bare(text);
        int tolerated = Math.min(MOST_SLIPS, Math.max(1, wanted.length() / 4));
        return candidates.stream()
                .filter(candidate -> Math.abs(bare(candidate).length() - wanted.length()) <= tolerated)
                .min(Comparator.comparingInt(candidate -> slips(wanted, bare(candidate))))
                .filter(candidate -> slips(wanted, bare(candidate)) <= tolerated);
    }

    /** Without what people confuse most: letter case, and how words are joined. */
    private static String bare(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
    private static int slips(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(a, b, d, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(String a, String b, int[][] d, int i, int j) {
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, d[i - 2][j - 2] + 1) : least;
    }
}
