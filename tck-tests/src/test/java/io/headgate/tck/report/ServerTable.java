package io.headgate.tck.report;

import io.headgate.tck.support.Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes the table of test classes by servers into the page about servers, from the reports of all profiles that ran. With
 * {@code --check} it writes nothing and fails where the page says something else of a server than its report.
 */
public final class ServerTable {

    static final String BEGIN = "<!-- made from the reports: begin -->";
    static final String END = "<!-- made from the reports: end -->";

    private static final String NOT_RUN = "–";
    private static final String JDK = "; JDK ";
    private static final String TOTAL = "tests";
    private static final String NONE = "0";

    private final List<Report> reports;

    ServerTable(List<Report> reports) {
        this.reports = reports;
    }

    /** Arguments: the folder with a folder of reports for each server and Java, the page, and perhaps {@code --check}. */
    public static void main(String[] arguments) throws IOException {
        Path page = Path.of(arguments[1]);
        String text = Files.readString(page, StandardCharsets.UTF_8);
        ServerTable table = new ServerTable(Report.allIn(Path.of(arguments[0])));
        if (arguments.length > 2 && arguments[2].equals("--check")) {
            table.check(text);
            System.out.println(page + " says what " + table.reports.size() + " reports say");
        } else {
            Files.writeString(page, table.replacedIn(text), StandardCharsets.UTF_8);
        }
    }

    /** The page with this table in the place of the one that it has. */
    String replacedIn(String page) {
        return page.substring(0, page.indexOf(BEGIN)) + BEGIN + "\n\n" + this + "\n"
                + page.substring(page.indexOf(END));
    }

    /**
     * Compares the columns of all reports that there are; a page may have more. Where it does not have the Java of a report,
     * its column of the same server with another one counts. A server that could not run here says nothing, and a class of which
     * a test could not nothing about its number.
     *
     * @throws IllegalStateException if the page says something else, with both sides
     */
    void check(String page) {
        Map<String, Map<String, String>> shown = columns(page.substring(page.indexOf(BEGIN), page.indexOf(END)));
        Map<String, Map<String, String>> reported = columns(toString());
        for (Report report : reports) {
            String column = title(report);
            Map<String, String> cells = numbers(reported.getOrDefault(column, Map.of()), report);
            Map<String, String> known =
                    numbers(shown.containsKey(column) ? shown.get(column) : withAnotherJava(shown, column), report);
            if (report.count() > 0 && !known.equals(cells)) {
                throw new IllegalStateException(
                        "of " + column + " the page says " + known + ", the reports say " + cells);
            }
        }
    }

    private static Map<String, String> withAnotherJava(Map<String, Map<String, String>> shown, String column) {
        String server = column.substring(0, column.indexOf(JDK));
        return shown.entrySet().stream()
                .filter(each -> each.getKey().startsWith(server + JDK))
                .map(Map.Entry::getValue)
                .filter(cells -> !NONE.equals(cells.get(TOTAL)))
                .findFirst()
                .orElse(Map.of());
    }

    /** The numbers of a column, without those that depend on a Java which this machine does not have. */
    private static Map<String, String> numbers(Map<String, String> cells, Report report) {
        Set<String> unsure = new HashSet<>();
        report.typesWithoutJava().forEach(type -> unsure.addAll(Set.of(TOTAL, "`" + type + "`")));
        return cells.entrySet().stream()
                .filter(cell -> !cell.getValue().equals(NOT_RUN) && !unsure.contains(cell.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new));
    }

    /** For each column its cells by the first one of their line. */
    private static Map<String, Map<String, String>> columns(String markdown) {
        List<String[]> lines = markdown.lines()
                .filter(line -> line.startsWith("|") && !line.startsWith("|-"))
                .map(line -> line.substring(1, line.length() - 1).split("\\|", -1))
                .toList();
        Map<String, Map<String, String>> columns = new LinkedHashMap<>();
        String[] titles = lines.isEmpty() ? new String[0] : lines.get(0);
        for (int column = 1; column < titles.length; column++) {
            Map<String, String> cells = new LinkedHashMap<>();
            for (String[] line : lines.subList(1, lines.size())) {
                cells.put(line[0].trim(), line[column].trim());
            }
            columns.put(titles[column].trim(), cells);
        }
        return columns;
    }

    /** The table in Markdown, and below it what was not run, and why. */
    @Override
    public String toString() {
        SortedSet<String> types = new TreeSet<>();
        reports.forEach(report -> types.addAll(report.passed().keySet()));
        List<String> lines = new ArrayList<>();
        lines.add(line("test class", ServerTable::title));
        lines.add("|---" + "|---".repeat(reports.size()) + "|");
        types.forEach(type -> lines.add(line("`" + type + "`", report -> cell(report, type))));
        lines.add(line(TOTAL, report -> Integer.toString(report.count())));
        lines.add("");
        lines.add(NOT_RUN + " is not run, because:");
        lines.add("");
        lines.addAll(reasons());
        return String.join("\n", lines) + "\n";
    }

    private String line(String first, Function<Report, String> cell) {
        return reports.stream().map(cell).collect(Collectors.joining(" | ", "| " + first + " | ", " |"));
    }

    private static String cell(Report report, String type) {
        Integer passed = report.passed().get(type);
        return passed == null ? NOT_RUN : passed.toString();
    }

    private static String title(Report report) {
        return Server.named(report.server()).title() + JDK + report.java();
    }

    /** One line for each reason, with all servers that it holds for. */
    private List<String> reasons() {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        for (Report report : reports) {
            report.reasons()
                    .forEach(reason -> servers.computeIfAbsent(reason, key -> new ArrayList<>())
                            .add(title(report)));
        }
        List<String> lines = new ArrayList<>();
        servers.forEach((reason, where) -> lines.add("- " + reason + " (" + String.join(" / ", where) + ")"));
        return lines;
    }
}
