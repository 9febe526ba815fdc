package io.headgate.internal.algorithm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the picture and the figures of the page about algorithms, from the arithmetic that decides. Argument: the folder of
 * the page, {@code docs/reference}.
 */
public final class AlgorithmPage {

    static final String PAGE = "algorithms.md";
    static final String PICTURE = "algorithms.svg";

    private AlgorithmPage() {}

    /** Writes both files. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Path page = folder.resolve(PAGE);
        Files.writeString(page, replacedIn(Files.readString(page)));
        Files.writeString(folder.resolve(PICTURE), AlgorithmPicture.draw());
    }

    /** The page with the figures of this version in the places of those that it has. */
    static String replacedIn(String page) {
        String withEdge = replaced(page, "at an edge", AlgorithmTables.atAnEdge());
        return replaced(withEdge, "counter against log", AlgorithmTables.counterAgainstLog());
    }

    private static String replaced(String page, String name, String table) {
        String begin = "<!-- computed, " + name + ": begin -->";
        String end = "<!-- computed, " + name + ": end -->";
        int from = page.indexOf(begin);
        int to = page.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalStateException("the page lacks " + begin + " or " + end);
        }
        return page.substring(0, from) + begin + "\n\n" + table + "\n\n" + page.substring(to);
    }
}
