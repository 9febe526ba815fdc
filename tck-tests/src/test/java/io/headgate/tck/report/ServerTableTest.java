package io.headgate.tck.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table says what the reports say, and nothing else. */
@Tag("no-server")
class ServerTableTest {

    private static final String PASSED = "<testcase classname='io.acme.%s' name='%s'/>";
    private static final String SKIPPED =
            "<testcase classname='io.acme.%s' name='%s'><skipped message='%s'/></testcase>";
    private static final String ABORTED = "<testcase classname='io.acme.%s' name='%s'><skipped>"
            + "<![CDATA[org.opentest4j.TestAbortedException: %s\n\tat io.acme.More]]></skipped></testcase>";

    @TempDir
    Path folder;

    @BeforeEach
    void writeReports() throws IOException {
        write("liberty-jdk17", "One", PASSED.formatted("OneTest", "a") + PASSED.formatted("OneTest", "b"));
        write(
                "liberty-jdk17",
                "Two",
                SKIPPED.formatted("TwoTest", "c", "Elsewhere.") + SKIPPED.formatted("TwoTest", "d", "Elsewhere."));
        write("payara7-jdk17", "Old", ABORTED.formatted("OldTest", "e", "too old"));
        write(
                "wildfly-jdk25",
                "One",
                PASSED.formatted("OneTest", "a") + SKIPPED.formatted("OneTest", "b", "Not here."));
        write("wildfly-jdk25", "Two", PASSED.formatted("TwoTest", "c") + PASSED.formatted("TwoTest", "d"));
    }

    private void write(String server, String name, String tests) throws IOException {
        Path file = folder.resolve(server).resolve("TEST-io.acme." + name + ".xml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "<testsuite>" + tests + "</testsuite>");
    }

    private ServerTable table() {
        return new ServerTable(Report.allIn(folder));
    }

    @Test
    void eachServerHasItsNumbersAndEachGapItsReason() {
        assertThat(table()).hasToString("""
            | test class | Open Liberty 26; JDK 17 | Payara Micro 7; JDK 17 | WildFly 39, standalone.xml; JDK 25 |
            |---|---|---|---|
            | `OneTest` | 2 | – | 1 |
            | `TwoTest` | – | – | 2 |
            | tests | 2 | 0 | 3 |

            – is not run, because:

            - `TwoTest`: Elsewhere. (Open Liberty 26; JDK 17)
            - `OldTest`: too old (Payara Micro 7; JDK 17)
            - `OneTest.b`: Not here. (WildFly 39, standalone.xml; JDK 25)
            """);
    }

    @Test
    void aPageThatSaysTheSameIsRightEvenIfItHasMoreServers() throws IOException {
        String page = table().replacedIn(
                        "before\n" + ServerTable.BEGIN + "A TABLE OF YESTERDAY" + ServerTable.END + "\nafter");
        assertThat(page).startsWith("before\n").doesNotContain("YESTERDAY").endsWith("\nafter");

        table().check(page);
        Files.delete(folder.resolve("liberty-jdk17/TEST-io.acme.One.xml"));
        Files.delete(folder.resolve("liberty-jdk17/TEST-io.acme.Two.xml"));
        Files.delete(folder.resolve("liberty-jdk17"));
        table().check(page);
    }

    @Test
    void anotherJavaOfTheSameServerIsNoDifference() throws IOException {
        String page = table().replacedIn(ServerTable.BEGIN + ServerTable.END);

        write("wildfly-jdk21", "One", PASSED.formatted("OneTest", "a"));
        assertThatIllegalStateException()
                .isThrownBy(() -> table().check(page))
                .withMessageContaining("WildFly 39, standalone.xml; JDK 21");
        write("wildfly-jdk21", "Two", PASSED.formatted("TwoTest", "c") + PASSED.formatted("TwoTest", "d"));
        table().check(page);
    }

    @Test
    void aServerThatCannotRunHereIsNoDifference() throws IOException {
        write("payara7-jdk25", "One", PASSED.formatted("OneTest", "a"));
        String page = table().replacedIn(ServerTable.BEGIN + ServerTable.END)
                .replace("Payara Micro 7; JDK 17", "Payara Micro 7; JDK 16");

        Files.delete(folder.resolve("payara7-jdk25/TEST-io.acme.One.xml"));
        Files.delete(folder.resolve("payara7-jdk25"));
        table().check(page);
    }

    @Test
    void aTestForWhichThisMachineHasNoJavaIsNoDifference() throws IOException {
        String page = table().replacedIn(ServerTable.BEGIN + ServerTable.END)
                .replace("| `OneTest` | 2 |", "| `OneTest` | 3 |")
                .replace("| tests | 2 |", "| tests | 3 |");
        assertThatIllegalStateException().isThrownBy(() -> table().check(page));

        write("liberty-jdk17", "Three", ABORTED.formatted("OneTest", "z", "Helidon MP 4.4 is not liked here"));
        assertThatIllegalStateException().isThrownBy(() -> table().check(page));
        write("liberty-jdk17", "Three", ABORTED.formatted("OneTest", "z", "Helidon MP 4.4 needs JDK 21 or later"));
        table().check(page);

        String wrong = page.replace("| `TwoTest` | –", "| `TwoTest` | 1");
        assertThatIllegalStateException()
                .isThrownBy(() -> table().check(wrong))
                .withMessageContaining("Open Liberty 26");
    }

    @Test
    void aPageThatSaysSomethingElseIsWrong() {
        String page = table().replacedIn(ServerTable.BEGIN + ServerTable.END);

        assertThatIllegalStateException()
                .isThrownBy(() -> table().check(page.replace("| `TwoTest` | – | – | 2 |", "| `TwoTest` | – | – | 3 |")))
                .withMessageContaining("WildFly 39, standalone.xml; JDK 25");
        assertThatIllegalStateException()
                .isThrownBy(() -> table().check(page.replace("| tests | 2 | 0 | 3 |", "| tests | 4 | 0 | 3 |")))
                .withMessageContaining("Open Liberty 26; JDK 17");
    }

    @Test
    void thereIsNoTableOfReportsThatAreNotGreen() throws IOException {
        write("payara-jdk17", "Bad", "<testcase classname='io.acme.BadTest' name='f'><failure/></testcase>");

        assertThatIllegalStateException().isThrownBy(() -> table()).withMessageContaining("BadTest is not green");
    }
}
