package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.internal.key.ApiKeys;
import io.headgate.internal.key.ClientAddress;
import io.headgate.internal.policy.Settings.BodyForm;
import io.headgate.internal.policy.Settings.HeaderFamily;
import io.headgate.internal.policy.Settings.MetricsKind;
import io.headgate.internal.policy.Settings.ResetForm;
import io.headgate.internal.policy.Settings.StoreKind;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReaderTest {

    private static final String DIGEST = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

    @Test
    void withoutConfigurationEverythingHasItsDefault() {
        Resolution resolution = Fixture.resolve(new FakeProperties());
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(resolution.warnings()).isEmpty();
        assertThat(resolution.settings())
                .isEqualTo(new Settings(
                        true,
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofMillis(250),
                        "ratelimit",
                        Set.of(HeaderFamily.X_RATELIMIT),
                        ResetForm.EPOCH,
                        true,
                        BodyForm.JSON,
                        new ApiKeys("X-Api-Key", Set.of()),
                        new ClientAddress(64),
                        MetricsKind.AUTO,
                        1_000_000,
                        BigDecimal.ONE,
                        10_000,
                        ZoneId.of("UTC"),
                        50,
                        Duration.ofSeconds(5),
                        false));
    }

    @Test
    void everythingCanBeSet() {
        Resolution resolution = Fixture.resolve(FakeProperties.of(
                "ratelimit.enabled", "FALSE",
                "ratelimit.store", "Local",
                "ratelimit.redis.timeout", "1s",
                "ratelimit.namespace", "shop:eu",
                "ratelimit.headers", "IETF, x_ratelimit",
                "ratelimit.headers.reset", "delta",
                "ratelimit.headers.expose", "false",
                "ratelimit.body", "PROBLEM",
                "ratelimit.api-key.header", "X-Key",
                "ratelimit.api-key.sha256", DIGEST + " , " + DIGEST.replace('2', '3'),
                "ratelimit.client-ip.ipv6-prefix", "56",
                "ratelimit.metrics", "mp",
                "ratelimit.local.max-subjects", "10",
                "ratelimit.local-share", "0.25",
                "ratelimit.log.max-entries", "20",
                "ratelimit.zone", "Europe/Paris",
                "ratelimit.max-waiting", "0",
                "ratelimit.config.refresh", "1m",
                "ratelimit.override.shadow", "true",
                "ratelimit.policies", "all"));
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(resolution.warnings()).isEmpty();
        assertThat(resolution.settings())
                .isEqualTo(new Settings(
                        false,
                        Optional.of(StoreKind.LOCAL),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        "shop:eu",
                        Set.of(HeaderFamily.X_RATELIMIT, HeaderFamily.IETF),
                        ResetForm.DELTA,
                        false,
                        BodyForm.PROBLEM,
                        new ApiKeys("X-Key", Set.of(DIGEST, DIGEST.replace('2', '3'))),
                        new ClientAddress(56),
                        MetricsKind.MP,
                        10,
                        new BigDecimal("0.25"),
                        20,
                        ZoneId.of("Europe/Paris"),
                        0,
                        Duration.ofMinutes(1),
                        true));
    }

    @Test
    void headersCanBeSwitchedOff() {
        assertThat(Fixture.resolve(FakeProperties.of("ratelimit.headers", "none"))
                        .settings()
                        .headers())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
        ratelimit.enabled               > on         > HG0200 > 'on' is not allowed, allowed are true, false
        ratelimit.enabled               > 1          > HG0200 > allowed are true, false
        ratelimit.enabled               > ture       > HG0200 > allowed are true, false, did you mean 'true'?
        ratelimit.store                 > memory     > HG0200 > 'memory' is not allowed, allowed are local, redis
        ratelimit.headers               > none, ietf > HG0200 > 'none' is not allowed, allowed are x-ratelimit, ietf
        ratelimit.headers               > ,          > HG0200 > allowed are x-ratelimit, ietf, both by comma, or none
        ratelimit.headers               > ietf2      > HG0200 > did you mean 'ietf'?
        ratelimit.headers.reset         > seconds    > HG0200 > allowed are epoch, delta
        ratelimit.headers.expose        > yes        > HG0200 > allowed are true, false
        ratelimit.body                  > html       > HG0200 > allowed are json, problem, text
        ratelimit.api-key.header        > X Key      > HG0200 > cannot be the name of a header
        ratelimit.client-ip.ipv6-prefix > 0          > HG0200 > allowed are whole numbers from 1 to 128
        ratelimit.client-ip.ipv6-prefix > 129        > HG0200 > allowed are whole numbers from 1 to 128
        ratelimit.client-ip.ipv6-prefix > /64        > HG0200 > allowed are whole numbers from 1 to 128
        ratelimit.metrics               > otel       > HG0203 > 'otel' is not supported by this version, allowed are auto, mp, none
        ratelimit.metrics               > micrometer > HG0203 > not supported by this version
        ratelimit.metrics               > off        > HG0200 > allowed are auto, mp, none
        ratelimit.local.max-subjects    > 0          > HG0200 > allowed are whole numbers from 1 to 1000000000
        ratelimit.local.max-subjects    > 1e6        > HG0200 > allowed are whole numbers from 1 to 1000000000
        ratelimit.local.max-subjects    > 99999999999999999999 > HG0200 > allowed are whole numbers
        ratelimit.max-waiting           > -1         > HG0200 > allowed are whole numbers from 0 to 1000000
        ratelimit.max-waiting           > unlimited  > HG0200 > allowed are whole numbers from 0 to 1000000
        ratelimit.config.refresh        > 5          > HG0200 > a number needs a unit
        ratelimit.config.refresh        > 0s         > HG0200 > out of range, allowed are 100ms to 1d
        ratelimit.config.refresh        > P1M        > HG0200 > 'P1M' is no duration: weeks, months and years are of the calendar
        ratelimit.zone                  > Europe/Pariss > HG0200 > 'Europe/Pariss' is no time zone that this Java knows, allowed are names such as Europe/Paris, and offsets such as +01:00, did you mean 'Europe/Paris'?
        ratelimit.zone                  > europe/paris > HG0200 > did you mean 'Europe/Paris'?
        ratelimit.zone                  > +25:00     > HG0200 > is no time zone
        ratelimit.zone                  > Moon/Tranquility > HG0200 > is no time zone
        ratelimit.override.shadow       > maybe      > HG0200 > allowed are true, false
        """)
    void aWrongValueIsAMistakeThatSaysWhatIsAllowed(String name, String value, String number, String allowed) {
        Resolution resolution = Fixture.resolve(FakeProperties.of(name, value));
        assertThat(Fixture.mistakes(resolution))
                .singleElement()
                .asString()
                .startsWith(number + ": " + name + " = '" + value + "' (from test.properties): ")
                .contains(allowed);
        Settings defaults = Fixture.resolve(new FakeProperties()).settings();
        assertThat(resolution.settings()).isEqualTo(defaults);
    }

    @Test
    void aKeyThatIsNoDigestIsNotShown() {
        for (String wrong :
                List.of("my-secret-key", DIGEST.toUpperCase(java.util.Locale.ROOT), DIGEST + "0", "sha256:" + DIGEST)) {
            Resolution resolution =
                    Fixture.resolve(FakeProperties.of("ratelimit.api-key.sha256", DIGEST + "," + wrong));
            assertThat(Fixture.mistakes(resolution))
                    .containsExactly(
                            "HG0200: ratelimit.api-key.sha256 (from test.properties): element 2 is not the SHA-256 of"
                                    + " a key, allowed are 64 digits of lower-case hex, several separated by commas");
        }
    }

    @Test
    void everyPropertyThatIsNotSupportedIsAMistakeWhenSet() {
        List<String> names = KnownProperties.application().stream()
                .filter(entry -> !entry.supported())
                .map(KnownProperties.Entry::name)
                .toList();
        assertThat(names).hasSize(9);
        for (String name : names) {
            Resolution resolution = Fixture.resolve(FakeProperties.of(name, "hunter2"));
            assertThat(resolution.warnings()).isEmpty();
            assertThat(Fixture.mistakes(resolution))
                    .singleElement()
                    .asString()
                    .startsWith("HG0202: " + name)
                    .endsWith("(from test.properties): this property is not supported by this version, remove it");
        }
    }

    @Test
    void everyDefaultOfTheTableIsAValueThatIsAllowed() {
        for (KnownProperties.Entry entry : KnownProperties.application()) {
            if (entry.supported() && !entry.builtIn().isEmpty()) {
                String[] redis = {"ratelimit.redis.address", "redis://127.0.0.1", "ratelimit.policies", "all"};
                Resolution resolution = Fixture.resolve(FakeProperties.of(redis).set(entry.name(), entry.builtIn()));
                assertThat(resolution.mistakes()).isEmpty();
                assertThat(resolution.warnings()).isEmpty();
                assertThat(resolution.settings())
                        .isEqualTo(Fixture.resolve(FakeProperties.of(redis)).settings());
            }
        }
    }
}
