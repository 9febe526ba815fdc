package io.headgate.internal.policy;

import io.headgate.internal.key.Wording;
import io.headgate.internal.policy.KnownProperties.Entry;
import io.headgate.internal.policy.Settings.StoreKind;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.store.RedisServers.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads where counters live. Redis's values must fit together; whether there is a Redis to use is not known here. */
final class RedisReader {

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(10);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);
    private static final int MOST_DATABASES = 65_535;
    private static final Pattern ADDRESS =
            Pattern.compile("(rediss?://)(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?/?");
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._:/-]{1,64}");
    private static final int HIGHEST_PORT = 65_535;
    private static final int REDIS_PORT = 6379;
    private static final int SENTINEL_PORT = 26_379;

    /** What describes the servers property by property. */
    private static final List<Entry> DETAILS = List.of(
            KnownProperties.REDIS_ADDRESS,
            KnownProperties.REDIS_MODE,
            KnownProperties.REDIS_USERNAME,
            KnownProperties.REDIS_PASSWORD,
            KnownProperties.REDIS_DATABASE,
            KnownProperties.REDIS_MASTER_NAME);

    private final Lookup lookup;

    RedisReader(Lookup lookup) {
        this.lookup = lookup;
    }

    Optional<StoreKind> store() {
        return lookup.read(
                KnownProperties.STORE.name(), text -> Values.choice(text, Values.words(StoreKind.values()), Set.of()));
    }

    Duration timeout() {
        return lookup.read(
                        KnownProperties.REDIS_TIMEOUT.name(),
                        text -> Values.duration(text, SHORTEST_TIMEOUT, LONGEST_TIMEOUT))
                .orElseGet(() -> Durations.parse(KnownProperties.REDIS_TIMEOUT.builtIn()));
    }

    String namespace() {
        return lookup.read(KnownProperties.NAMESPACE.name(), RedisReader::namespace)
                .orElse(KnownProperties.NAMESPACE.builtIn());
    }

    private static String namespace(String text) {
        if (!NAMESPACE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    Wording.quote(text) + " is not allowed, allowed are up to 64 letters, digits and . _ : / -");
        }
        return text;
    }

    /** Where Redis is; empty if nothing says so, or if what says so is wrong. */
    Optional<RedisServers> servers(Optional<StoreKind> store) {
        Optional<Given> config = lookup.find(KnownProperties.REDIS_CONFIG.name());
        List<Given> details = given(DETAILS);
        if (store.equals(Optional.of(StoreKind.LOCAL))) {
            warn(config, details);
        }
        if (config.isPresent()) {
            details.forEach(detail -> lookup.findings().mistake(Mistake.redisTwice(config.get(), detail)));
            return Optional.of(RedisServers.of(config.get().text()));
        }
        return details.isEmpty() ? Optional.empty() : described(details);
    }

    private void warn(Optional<Given> config, List<Given> details) {
        Stream.concat(config.stream(), details.stream())
                .forEach(given -> lookup.findings()
                        .warn(Warning.withoutRedis(
                                given.place(), KnownProperties.STORE.name() + " is local; remove one of the two")));
    }

    private List<Given> given(List<Entry> entries) {
        return entries.stream()
                .flatMap(entry -> lookup.find(entry.name()).stream())
                .toList();
    }

    private Optional<RedisServers> described(List<Given> details) {
        Mode mode = lookup.read(
                        KnownProperties.REDIS_MODE.name(),
                        text -> Values.choice(text, Values.words(Mode.values()), Set.of()))
                .orElse(Mode.SINGLE);
        Optional<List<String>> addresses =
                lookup.read(KnownProperties.REDIS_ADDRESS.name(), text -> addresses(text, mode));
        int database = lookup.read(
                        KnownProperties.REDIS_DATABASE.name(), text -> (int) Values.whole(text, 0, MOST_DATABASES))
                .orElse(0);
        check(mode, addresses, details.get(0));
        return addresses.map(list -> new RedisServers(
                mode,
                list,
                text(KnownProperties.REDIS_USERNAME),
                text(KnownProperties.REDIS_PASSWORD),
                database,
                text(KnownProperties.REDIS_MASTER_NAME),
                Optional.empty()));
    }

    private Optional<String> text(Entry entry) {
        return lookup.find(entry.name()).map(Given::text);
    }

    private void check(Mode mode, Optional<List<String>> addresses, Given first) {
        Findings findings = lookup.findings();
        Optional<Given> address = lookup.find(KnownProperties.REDIS_ADDRESS.name());
        if (address.isEmpty()) {
            findings.mistake(Mistake.redisIncomplete(first, KnownProperties.REDIS_ADDRESS.name()));
        }
        if (mode == Mode.SINGLE && addresses.map(List::size).orElse(0) > 1) {
            findings.mistake(Mistake.redisIncomplete(
                    address.orElse(first),
                    KnownProperties.REDIS_MODE.name() + "=cluster, sentinel or replicated: single is one address"));
        }
        lookup.find(KnownProperties.REDIS_USERNAME.name())
                .filter(user -> text(KnownProperties.REDIS_PASSWORD).isEmpty())
                .ifPresent(
                        user -> findings.mistake(Mistake.redisIncomplete(user, KnownProperties.REDIS_PASSWORD.name())));
        checkMode(mode);
    }

    private void checkMode(Mode mode) {
        Findings findings = lookup.findings();
        Optional<Given> master = lookup.find(KnownProperties.REDIS_MASTER_NAME.name());
        if (mode == Mode.SENTINEL && master.isEmpty()) {
            lookup.find(KnownProperties.REDIS_MODE.name())
                    .ifPresent(given -> findings.mistake(Mistake.redisIncomplete(
                            given, KnownProperties.REDIS_MASTER_NAME.name() + ", the master's name in sentinel.conf")));
        }
        if (mode != Mode.SENTINEL) {
            master.ifPresent(given -> findings.mistake(Mistake.redisMismatch(
                    given,
                    "only sentinels know a master by name; remove it, or set " + KnownProperties.REDIS_MODE.name()
                            + "=sentinel")));
        }
        if (mode == Mode.CLUSTER) {
            lookup.find(KnownProperties.REDIS_DATABASE.name())
                    .filter(given -> !given.text().equals(KnownProperties.REDIS_DATABASE.builtIn()))
                    .ifPresent(given ->
                            findings.mistake(Mistake.redisMismatch(given, "a cluster has only database 0, remove it")));
        }
    }

    /** Messages name the place of a wrong address and do not show it: it may hold a password. */
    private static List<String> addresses(String text, Mode mode) {
        List<String> addresses = new ArrayList<>();
        Set<String> schemes = new LinkedHashSet<>();
        for (String element : Values.list(text)) {
            Matcher parts = ADDRESS.matcher(element);
            int place = addresses.size() + 1;
            if (!parts.matches()) {
                throw new IllegalArgumentException("address " + place + " is not allowed, " + allowed(element));
            }
            schemes.add(parts.group(1));
            addresses.add(parts.group(1) + parts.group(2) + ":" + port(parts.group(3), place, mode));
        }
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("no address in it, " + allowed(""));
        }
        if (schemes.size() > 1) {
            throw new IllegalArgumentException("redis:// and rediss:// are mixed, use one of them for all addresses");
        }
        return addresses;
    }

    private static String allowed(String element) {
        if (element.contains("@")) {
            return "user and password belong into " + KnownProperties.REDIS_USERNAME.name() + " and "
                    + KnownProperties.REDIS_PASSWORD.name();
        }
        return "write for example redis://127.0.0.1:6379, or rediss:// for TLS, several separated by commas; a database"
                + " belongs into " + KnownProperties.REDIS_DATABASE.name();
    }

    private static int port(@Nullable String digits, int place, Mode mode) {
        if (digits == null) {
            return mode == Mode.SENTINEL ? SENTINEL_PORT : REDIS_PORT;
        }
        int port = Integer.parseInt(digits);
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "address " + place + " is not allowed, ports are whole numbers from 1 to " + HIGHEST_PORT);
        }
        return port;
    }
}
