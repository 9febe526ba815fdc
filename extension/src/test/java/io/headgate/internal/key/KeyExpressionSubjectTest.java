package io.headgate.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.KeyContext;
import io.headgate.LimitKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyExpressionSubjectTest {

    private static final Optional<List<String>> NONE = Optional.empty();

    private final AtomicInteger withoutAddress = new AtomicInteger();
    private final KeySources sources =
            new KeySources(ApiKeys.asSent(), ClientAddress.standard(), withoutAddress::incrementAndGet);

    static Stream<Arguments> subjects() {
        FakeCall full = FakeCall.request()
                .from("192.0.2.1")
                .by("bob")
                .with("X-Api-Key", "k1")
                .with("X-Tenant", "acme");
        FakeCall bare = FakeCall.request().from("192.0.2.1");
        FakeCall outside = FakeCall.outside();
        return Stream.of(
                row("global", full, "global"),
                row("global", outside, "global"),
                row("ip", full, "ip", "192.0.2.1"),
                row("ip", FakeCall.request().from("[2001:db8::1]:80"), "ip", "2001:db8::/64"),
                row("ip", FakeCall.request(), "ip", ""),
                row("ip", FakeCall.request().from("host.example"), "ip", ""),
                row("ip", outside),
                row("user", full, "user", "bob"),
                row("user", bare),
                row("user", FakeCall.request().by(" ")),
                row("user", FakeCall.request().by("")),
                row("user", FakeCall.outside().by("job"), "user", "job"),
                row("api-key", full, "api-key", "k1"),
                row("api-key", bare),
                row("api-key", FakeCall.request().with("x-api-key", " ", "k2", "k3"), "api-key", "k2"),
                row("header:x-TENANT", full, "header", "x-tenant", "1", "acme"),
                row("header:x-tenant", bare),
                row("header:x-tenant", FakeCall.request().with("X-Tenant", "", " ")),
                row(
                        "header:x-tenant",
                        FakeCall.request().with("X-Tenant", "a", "", "b", "a"),
                        "header",
                        "x-tenant",
                        "3",
                        "a",
                        "b",
                        "a"),
                row("user | ip", full, "user", "bob"),
                row("user | ip", bare, "ip", "192.0.2.1"),
                row("user | ip", outside),
                row("user + ip", full, "user", "bob", "ip", "192.0.2.1"),
                row("user + ip", bare),
                row("user + ip | global", bare, "global"),
                row("header:x-tenant + user | api-key", bare));
    }

    private static Arguments row(String key, FakeCall call, String... parts) {
        return Arguments.of(key, call, parts.length == 0 ? NONE : Optional.of(List.of(parts)));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void namesWhoIsCounted(String key, KeyContext call, Optional<List<String>> subject) {
        assertThat(KeyExpression.parse(key).subject(call, sources)).isEqualTo(subject);
    }

    @Test
    void aMissingAddressIsReported() {
        KeyExpression.parse("user | ip").subject(FakeCall.request().by("bob"), sources);
        assertThat(withoutAddress).as("not needed").hasValue(0);
        KeyExpression.parse("user | ip").subject(FakeCall.request(), sources);
        KeyExpression.parse("user | ip").subject(FakeCall.outside(), sources);
        assertThat(withoutAddress).as("in a request only").hasValue(1);
    }

    @Test
    void theFallbackIsTheAddressOrOneSubjectForAll() {
        FakeCall request = FakeCall.request().from("192.0.2.1").by("bob");
        assertThat(KeyExpression.fallback(request, sources)).containsExactly("ip", "192.0.2.1");
        assertThat(KeyExpression.fallback(FakeCall.request(), sources)).containsExactly("ip", "");
        assertThat(withoutAddress).hasValue(1);
        assertThat(KeyExpression.fallback(FakeCall.outside(), sources))
                .isEqualTo(KeyExpression.fallback(FakeCall.outside().by("bob"), sources))
                .isNotEqualTo(KeyExpression.fallback(FakeCall.request(), sources));
    }

    @Test
    void f14_partsNeverRunIntoEachOther() {
        assertDistinct("header:a + header:b", headers("a", "bc"), headers("ab", "c"));
        assertDistinct("header:a + header:b", headers("a:b", "c"), headers("a", "b:c"));
        assertDistinct("header:a + header:b", headers("a|b", "c"), headers("a", "b|c"));
        assertDistinct("header:a + header:b", headers("x", "1"), headers("x\u00001", "1"));
        assertDistinct(
                "header:a + header:b",
                FakeCall.request().with("a", "header", "b", "1", "y").with("b", "z"),
                FakeCall.request().with("a", "header").with("b", "1", "y", "header", "b", "1", "z"));
    }

    @Test
    void f14_repeatedValuesAreNotOneValue() {
        assertDistinct(
                "header:a",
                FakeCall.request().with("a", "x", "y"),
                FakeCall.request().with("a", "x,y"),
                FakeCall.request().with("a", "x, y"),
                FakeCall.request().with("a", "y", "x"),
                FakeCall.request().with("a", "xy"));
    }

    @Test
    void f14_kindsHaveNameSpacesOfTheirOwn() {
        String value = "127.0.0.1";
        assertDistinct(
                "user | api-key | header:a | header:b | ip",
                FakeCall.request().by(value),
                FakeCall.request().with("x-api-key", value),
                FakeCall.request().with("a", value),
                FakeCall.request().with("b", value),
                FakeCall.request().from(value),
                FakeCall.request());
    }

    @Test
    void f14_longTokensDifferWhereverTheyDiffer() {
        String start = "t".repeat(64);
        String longStart = "t".repeat(5_000);
        for (String key : List.of("user", "api-key", "header:a")) {
            assertDistinct(
                    key,
                    everywhere(start + "a"),
                    everywhere(start + "b"),
                    everywhere(longStart + "a"),
                    everywhere(longStart + "b"),
                    everywhere("T".repeat(64) + "a"));
        }
    }

    @Test
    void f14_aDigestIsNotTheValueThatLooksLikeIt() {
        String longValue = "v".repeat(1_000);
        for (String key : List.of("user", "api-key", "header:a")) {
            List<String> parts = KeyExpression.parse(key)
                    .subject(everywhere(longValue), sources)
                    .orElseThrow();
            String digest = parts.get(parts.size() - 1);
            assertThat(digest).hasSize(64);
            assertDistinct(key, everywhere(longValue), everywhere(digest));
        }
    }

    @Test
    void whatAClientSendsTakesLittleMemory() {
        String huge = "é".repeat(1_000_000);
        String[] many = Stream.generate(() -> "v").limit(10_000).toArray(String[]::new);
        for (FakeCall call : List.of(everywhere(huge), FakeCall.request().with("a", many))) {
            for (String key : List.of("header:a", "user | header:a", "api-key | header:a")) {
                List<String> parts =
                        KeyExpression.parse(key).subject(call, sources).orElseThrow();
                assertThat(String.join("", parts)).hasSizeLessThan(200);
            }
        }
    }

    @Test
    void valuesMayHoldAnyCharacter() {
        assertDistinct(
                "user",
                everywhere("a"),
                everywhere("A"),
                everywhere("a\n"),
                everywhere("a\u0000"),
                everywhere("{a}"),
                everywhere("\ud83d\ude00"),
                everywhere("\u00e9"),
                everywhere("e\u0301"));
        assertThat(KeyExpression.parse("user").subject(everywhere("\ud800"), sources))
                .isPresent();
    }

    /** Reads a random subject back, part by part: what can be read in one way only cannot collide. */
    @Test
    void f14_randomSubjectsCollideOnlyIfTheirValuesDo() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        KeyExpression key = KeyExpression.parse("header:a + header:b + user | header:a + user | user | ip");
        Map<LimitKey, String> seen = new HashMap<>();
        String[] words = {"a", "b", "1", "2", "header", "user", "ip", "127.0.0.1", "x".repeat(130)};
        for (int i = 0; i < 20_000; i++) {
            FakeCall call = FakeCall.request().from("127.0.0.1");
            StringBuilder meaning = new StringBuilder();
            String a = randomHeader(random, call, "a", words);
            String b = randomHeader(random, call, "b", words);
            String user = random.nextBoolean() ? words[random.nextInt(words.length)] : "";
            call.by(user);
            if (user.isEmpty()) {
                meaning.append("ip");
            } else if (a.isEmpty()) {
                meaning.append("user=").append(user);
            } else {
                meaning.append("a=")
                        .append(a)
                        .append("b=")
                        .append(b)
                        .append("user=")
                        .append(user);
            }
            LimitKey subject = LimitKey.of("p", key.subject(call, sources).orElseThrow());
            assertThat(seen.merge(subject, meaning.toString(), (first, second) -> first))
                    .as("seed %d", seed)
                    .isEqualTo(meaning.toString());
        }
    }

    private static String randomHeader(Random random, FakeCall call, String name, String[] words) {
        StringBuilder values = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            String word = words[random.nextInt(words.length)];
            call.with(name, word);
            values.append('<').append(word).append('>');
        }
        return values.toString();
    }

    private static FakeCall headers(String a, String b) {
        return FakeCall.request().with("a", a).with("b", b);
    }

    private static FakeCall everywhere(String value) {
        return FakeCall.request().by(value).with("x-api-key", value).with("a", value);
    }

    private void assertDistinct(String key, FakeCall... calls) {
        KeyExpression expression = KeyExpression.parse(key);
        List<LimitKey> keys = Stream.of(calls)
                .map(call -> LimitKey.of("p", expression.subject(call, sources).orElseThrow()))
                .toList();
        assertThat(keys).doesNotHaveDuplicates();
        assertThat(keys).extracting(LimitKey::digest).doesNotHaveDuplicates();
    }
}
