package io.headgate;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.testing.Repository;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page {@code docs/internals/cases.md} and the tests name the same cases. */
class CasesTest {

    /** Some methods stand for two cases. */
    private static final Pattern METHOD = Pattern.compile("(?<![A-Za-z0-9])[a-f][0-9]{2}_");

    private static final Pattern ENTRY = Pattern.compile("^- \\*\\*([A-F][0-9]{2})\\*\\* ", Pattern.MULTILINE);

    @Test
    void eachCaseHasATestAndEachTestOfACaseAnEntry() {
        Set<String> tested = Stream.of("extension/src/test", "tck-tests/src/test", "tck-tests/src/quarkus")
                .flatMap(folder -> Repository.matches(METHOD, folder).stream())
                .map(prefix -> prefix.substring(0, 3).toUpperCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> entries = ENTRY.matcher(Repository.page("internals/cases.md"))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(entries).containsExactlyInAnyOrderElementsOf(tested);
    }
}
