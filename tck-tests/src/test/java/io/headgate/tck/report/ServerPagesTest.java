package io.headgate.tck.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the pages about servers tell readers to do is what the profiles do. */
@Tag("no-server")
class ServerPagesTest {

    private static final Path PAGES = Path.of("..", "docs", "integration");
    private static final Path SERVERS = Path.of("src", "test", "servers");
    private static final Pattern FEATURE = Pattern.compile("<feature>(.*?)</feature>");

    @Test
    void eachServerHasItsCommandOnItsPageAndInTheOverview() throws IOException {
        String overview = read(PAGES.resolve("README.md"));
        String pages = filesIn(PAGES).stream()
                .filter(page -> !page.endsWith("README.md"))
                .map(ServerPagesTest::read)
                .collect(Collectors.joining());

        for (Path server : filesIn(SERVERS)) {
            String name = server.getFileName().toString();
            String command = name.equals("payara") ? "mvn -B -ntp verify" : "mvn -B -ntp -P" + name + " verify";
            assertThat(overview).contains("`" + command + "`");
            assertThat(pages).contains(command);
        }
    }

    @Test
    void thePageAboutLibertyHasTheFeaturesOfTheTests() {
        List<String> tested = features(SERVERS.resolve(Path.of("liberty", "server", "server.xml")));

        assertThat(tested).hasSize(6).contains("localConnector-1.0");
        assertThat(features(PAGES.resolve("liberty.md")))
                .isEqualTo(tested.stream()
                        .filter(feature -> !feature.equals("localConnector-1.0"))
                        .toList());
    }

    private static List<String> features(Path file) {
        return FEATURE.matcher(read(file))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
