package io.headgate.tck.report;

import io.headgate.tck.support.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What Surefire wrote about one server with one Java.
 *
 * @param server the name of the server's folder
 * @param java the Java that the tests and the server ran on
 * @param passed how many tests passed, by the simple name of their class
 * @param notRun why tests did not run, by the simple name of their class and then by the test's name
 */
record Report(
        String server,
        int java,
        SortedMap<String, Integer> passed,
        SortedMap<String, SortedMap<String, String>> notRun) {

    private static final Pattern FOLDER = Pattern.compile("(?<server>.+)-jdk(?<java>[0-9]+)");

    /** All reports in the folders {@code <server>-jdk<number>} of this one, in the order of their names. */
    static List<Report> allIn(Path folder) {
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(Files::isDirectory)
                    .filter(each ->
                            FOLDER.matcher(each.getFileName().toString()).matches())
                    .sorted()
                    .map(Report::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Report of(Path folder) {
        Matcher name = FOLDER.matcher(folder.getFileName().toString());
        if (!name.matches()) {
            throw new IllegalArgumentException(folder + " is not <server>-jdk<number>");
        }
        Report report = new Report(
                name.group("server"), Integer.parseInt(name.group("java")), new TreeMap<>(), new TreeMap<>());
        for (Path file : filesIn(folder)) {
            report.add(file);
        }
        return report;
    }

    private static List<Path> filesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(Path file) {
        for (Element test : elements(parse(file).getElementsByTagName("testcase"))) {
            String type = simpleName(test.getAttribute("classname"));
            List<Element> skipped = elements(test.getElementsByTagName("skipped"));
            if (test.getElementsByTagName("failure").getLength() > 0
                    || test.getElementsByTagName("error").getLength() > 0) {
                throw new IllegalStateException(file + ": " + type + " is not green, so there is no table");
            }
            if (skipped.isEmpty()) {
                passed.merge(type, 1, Integer::sum);
            } else {
                notRun.computeIfAbsent(type, key -> new TreeMap<>())
                        .put(test.getAttribute("name"), reason(skipped.get(0)));
            }
        }
    }

    /** The number of tests that passed. */
    int count() {
        return passed.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The simple names of the classes of which tests did not run for want of another Java. */
    Set<String> typesWithoutJava() {
        return notRun.entrySet().stream()
                .filter(type -> type.getValue().values().stream().anyMatch(Server::isForWantOfJava))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Why tests did not run, in sentences about classes, or about tests of classes of which others did run. */
    List<String> reasons() {
        List<String> sentences = new ArrayList<>();
        notRun.forEach((type, tests) -> {
            Set<String> reasons = new TreeSet<>(tests.values());
            if (reasons.size() == 1 && !passed.containsKey(type)) {
                sentences.add("`" + type + "`: " + reasons.iterator().next());
            } else {
                tests.forEach((test, reason) -> sentences.add("`" + type + "." + test + "`: " + reason));
            }
        });
        return sentences;
    }

    /** A disabled test has a message, an aborted one the exception as text. */
    private static String reason(Element skipped) {
        String message = skipped.getAttribute("message");
        return message.isEmpty()
                ? skipped.getTextContent()
                        .strip()
                        .lines()
                        .findFirst()
                        .orElse("")
                        .replaceFirst("^[\\w.]+: ", "")
                : message;
    }

    private static String simpleName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static List<Element> elements(NodeList nodes) {
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    private static Document parse(Path file) {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException(file + " is no report", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
