package io.headgate.internal.policy;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimit;
import io.headgate.testing.Repository;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference pages say what the code does. */
class ReferencePagesTest {

    private static final String CONFIGURATION = "reference/configuration.md";
    private static final String ANNOTATION = "reference/annotation.md";
    private static final String MESSAGES = "reference/messages.md";
    private static final String NONE = "none";
    private static final Pattern NUMBER = Pattern.compile("\\bHG[0-9]{4}\\b");

    @Test
    void theConfigurationPageHasEachPropertyOfTheApplicationAndItsDefault() {
        assertThat(defaults(CONFIGURATION, "property"))
                .containsExactlyInAnyOrderEntriesOf(supported(KnownProperties.application()));
    }

    @Test
    void theConfigurationPageHasEachParamOfAPolicyAndItsDefault() {
        assertThat(defaults(CONFIGURATION, "param"))
                .containsExactlyInAnyOrderEntriesOf(supported(KnownProperties.params()));
    }

    @Test
    void theAnnotationPageHasEachMemberAndItsDefault() {
        Map<String, String> page = defaults(ANNOTATION, "member");
        Set<String> members = Arrays.stream(RateLimit.class.getDeclaredMethods())
                .map(Method::getName)
                .collect(Collectors.toSet());

        assertThat(page.keySet()).containsExactlyInAnyOrderElementsOf(members);
        Stream.concat(Param.SHARED.stream(), Param.PER_USE.stream())
                .filter(param -> !param.builtIn().isEmpty())
                .forEach(param -> assertThat(kebab(page.getOrDefault(param.member(), "")))
                        .as(param.member())
                        .isEqualTo(param.builtIn()));
    }

    @Test
    void theMessagesPageHasEachNumberThatTheCodeKnowsAndNoOther() {
        Set<String> known = Repository.matches(NUMBER, "extension/src/main/java");

        assertThat(firstCells(MESSAGES)).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void otherPagesNameNoNumberThatTheMessagesPageLacks() {
        Set<String> listed = new TreeSet<>(firstCells(MESSAGES));

        for (String page : List.of(CONFIGURATION, ANNOTATION, MESSAGES, "reference/keys.md", "reference/metrics.md")) {
            assertThat(numbers(Repository.page(page))).as(page).isSubsetOf(listed);
        }
    }

    private static Map<String, String> supported(Collection<KnownProperties.Entry> entries) {
        return entries.stream()
                .filter(KnownProperties.Entry::supported)
                .collect(toMap(
                        KnownProperties.Entry::name, entry -> entry.builtIn().isEmpty() ? NONE : entry.builtIn()));
    }

    /** First and second column of the table whose first two columns have these heads. */
    private static Map<String, String> defaults(String page, String head) {
        Map<String, String> defaults = new LinkedHashMap<>();
        Repository.tables(page).stream()
                .filter(table -> table.get(0).subList(0, 2).equals(List.of(head, "built-in default")))
                .flatMap(table -> table.stream().skip(1))
                .forEach(row -> defaults.put(row.get(0), row.get(1)));
        return defaults;
    }

    /** The numbers that begin a row, those that do so twice twice. */
    private static List<String> firstCells(String page) {
        return Repository.tables(page).stream()
                .flatMap(List::stream)
                .map(row -> row.get(0))
                .filter(cell -> NUMBER.matcher(cell).matches())
                .toList();
    }

    private static Set<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static String kebab(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
