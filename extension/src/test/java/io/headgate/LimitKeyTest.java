package io.headgate;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.testing.Subjects;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LimitKeyTest {

    @Test
    void f14_subjectsWhosePartsOnlyLookAlikeDifferInEqualityOrderAndDigest() {
        List<LimitKey> keys = Subjects.alikeButDifferent("t".repeat(64)).stream()
                .map(subject -> LimitKey.of("policy", subject))
                .toList();

        assertThat(keys).doesNotHaveDuplicates();
        assertThat(keys.stream().map(LimitKey::digest)).doesNotHaveDuplicates();
        for (LimitKey key : keys) {
            assertThat(keys.stream().filter(other -> key.compareTo(other) == 0)).containsExactly(key);
        }
    }

    @Test
    void f14_equalPartsAreOneSubject() {
        LimitKey key = LimitKey.of("policy", List.of("ip", "127.0.0.1"));

        assertThat(key).isEqualTo(LimitKey.of("policy", List.of("ip", "127.0.0.1")));
        assertThat(key).hasSameHashCodeAs(LimitKey.of("policy", List.of("ip", "127.0.0.1")));
    }

    @Test
    void f15_thePolicyIsPartOfTheKeyAndTheDigestIsTheSubjects() {
        List<String> subject = List.of("user", "alice");
        LimitKey one = LimitKey.of("a", subject);
        LimitKey other = LimitKey.of("b", subject);

        assertThat(one).isNotEqualTo(other);
        assertThat(one.digest()).isEqualTo(other.digest());
    }

    @Test
    void aDigestIs22CharactersOfBase64AndShowsNothingOfTheSubject() {
        Stream.of("alice", "", "ü", "x".repeat(10_000)).forEach(value -> {
            LimitKey key = LimitKey.of("policy", List.of("user", value));
            assertThat(key.digest()).matches("[A-Za-z0-9_-]{22}");
            assertThat(key.toString()).isEqualTo("policy:{" + key.digest() + "}");
        });
    }
}
