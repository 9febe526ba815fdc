package io.headgate.internal.policy;

import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.key.ApiKeys;
import io.headgate.internal.key.ClientAddress;
import io.headgate.internal.key.HeaderNames;
import io.headgate.internal.key.Wording;
import io.headgate.internal.policy.KnownProperties.Entry;
import io.headgate.internal.policy.Settings.BodyForm;
import io.headgate.internal.policy.Settings.HeaderFamily;
import io.headgate.internal.policy.Settings.MetricsKind;
import io.headgate.internal.policy.Settings.ResetForm;
import io.headgate.internal.policy.Settings.StoreKind;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the values that hold for the whole application. */
final class SettingsReader {

    private static final int MOST_SUBJECTS = 1_000_000_000;
    private static final int MOST_WAITING = 1_000_000;
    private static final Duration SHORTEST_REFRESH = Duration.ofMillis(100);
    private static final Duration LONGEST_REFRESH = Duration.ofDays(1);
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final String NONE = "none";

    private final Lookup lookup;
    private final Values values;

    SettingsReader(Lookup lookup, Values values) {
        this.lookup = lookup;
        this.values = values;
    }

    Settings read() {
        refuseUnsupported();
        RedisReader redis = new RedisReader(lookup);
        Optional<StoreKind> store = redis.store();
        return new Settings(
                read(KnownProperties.ENABLED, values::flag),
                store,
                redis.servers(store),
                redis.timeout(),
                redis.namespace(),
                read(KnownProperties.HEADERS, SettingsReader::headers),
                read(KnownProperties.RESET, text -> Values.choice(text, Values.words(ResetForm.values()), Set.of())),
                read(KnownProperties.EXPOSE, values::flag),
                read(KnownProperties.BODY, text -> Values.choice(text, Values.words(BodyForm.values()), Set.of())),
                apiKeys(),
                new ClientAddress(read(KnownProperties.IPV6_PREFIX, text -> (int) Values.whole(text, 1, 128))),
                read(KnownProperties.METRICS, SettingsReader::metrics),
                read(KnownProperties.MAX_SUBJECTS, text -> (int) Values.whole(text, 1, MOST_SUBJECTS)),
                read(KnownProperties.LOCAL_SHARE, Values::share),
                read(KnownProperties.LOG_MAX_ENTRIES, text -> Values.whole(text, 1, Algorithms.MOST_LOG_ENTRIES)),
                read(KnownProperties.ZONE, SettingsReader::zone),
                read(KnownProperties.MAX_WAITING, text -> (int) Values.whole(text, 0, MOST_WAITING)),
                read(KnownProperties.REFRESH, text -> Values.duration(text, SHORTEST_REFRESH, LONGEST_REFRESH)),
                read(KnownProperties.OVERRIDE_SHADOW, values::flag));
    }

    private void refuseUnsupported() {
        KnownProperties.application().stream()
                .filter(entry -> !entry.supported())
                .forEach(entry -> lookup.find(entry.name())
                        .ifPresent(given -> lookup.findings().mistake(Mistake.unsupportedProperty(given))));
    }

    private <T> T read(Entry entry, Function<String, T> parser) {
        return lookup.read(entry.name(), parser).orElseGet(() -> parser.apply(entry.builtIn()));
    }

    private static MetricsKind metrics(String text) {
        return Values.choice(text, Values.words(MetricsKind.values()), Set.of("otel", "micrometer"));
    }

    private static Set<HeaderFamily> headers(String text) {
        if (text.equalsIgnoreCase(NONE)) {
            return Set.of();
        }
        List<String> words = Values.list(text);
        if (words.isEmpty()) {
            throw new IllegalArgumentException(
                    Wording.quote(text) + " is not allowed, allowed are x-ratelimit, ietf, both by comma, or none");
        }
        Set<HeaderFamily> families = EnumSet.noneOf(HeaderFamily.class);
        words.forEach(word -> families.add(Values.choice(word, Values.words(HeaderFamily.values()), Set.of())));
        return families;
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    Wording.quote(text)
                            + " is no time zone that this Java knows, allowed are names such as Europe/Paris,"
                            + " and offsets such as +01:00"
                            + Wording.didYouMean(text, ZoneId.getAvailableZoneIds()),
                    e);
        }
    }

    private ApiKeys apiKeys() {
        return new ApiKeys(
                read(KnownProperties.API_KEY_HEADER, SettingsReader::headerName),
                read(KnownProperties.API_KEY_SHA256, SettingsReader::digests));
    }

    private static String headerName(String text) {
        if (!HeaderNames.isValid(text)) {
            throw new IllegalArgumentException(
                    Wording.quote(text) + " cannot be the name of a header, allowed are letters, digits and - _ .");
        }
        return text;
    }

    /** An element that is no digest may be a key, so messages tell its place and not what it is. */
    private static Set<String> digests(String text) {
        Set<String> digests = new LinkedHashSet<>();
        int place = 0;
        for (String digest : Values.list(text)) {
            place++;
            if (!SHA256.matcher(digest).matches()) {
                throw new IllegalArgumentException("element " + place
                        + " is not the SHA-256 of a key, allowed are 64 digits of lower-case hex, several separated by"
                        + " commas");
            }
            digests.add(digest);
        }
        return digests;
    }
}
