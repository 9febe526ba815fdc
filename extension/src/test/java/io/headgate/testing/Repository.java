package io.headgate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of this repository, for tests that compare what stands in them. */
public final class Repository {

    private static final Path ROOT = root();

    private Repository() {}

    /** The text of a page, named from the folder {@code docs}. */
    public static String page(String name) {
        return text(ROOT.resolve("docs").resolve(name));
    }

    /** The tables of a page: head and rows, as cells without the marks of code. */
    public static List<List<List<String>>> tables(String page) {
        List<List<List<String>>> tables = new ArrayList<>();
        boolean inside = false;
        for (String line : page(page).lines().toList()) {
            boolean isRow = line.startsWith("|");
            if (isRow && !inside) {
                tables.add(new ArrayList<>());
            }
            if (isRow && !line.startsWith("|---")) {
                tables.get(tables.size() - 1).add(cells(line));
            }
            inside = isRow;
        }
        return tables;
    }

    private static List<String> cells(String row) {
        List<String> cells = new ArrayList<>();
        for (String cell : row.substring(1).split("(?<!\\\\)\\|", -1)) {
            cells.add(cell.replace("\\|", "|").replace("`", "").strip());
        }
        return cells;
    }

    /** What a pattern matches in the Java files below a folder, each match once. */
    public static Set<String> matches(Pattern pattern, String folder) {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> found.addAll(matches(pattern, file)));
        } catch (IOException e) {
            throw new UncheckedIOException(folder, e);
        }
        return found;
    }

    private static List<String> matches(Pattern pattern, Path file) {
        return pattern.matcher(text(file)).results().map(match -> match.group()).toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    private static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("docs")) && Files.isDirectory(folder.resolve("extension"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no repository above " + Path.of("").toAbsolutePath());
    }
}
