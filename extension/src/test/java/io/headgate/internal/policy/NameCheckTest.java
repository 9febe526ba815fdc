package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.internal.policy.Fixture.Orders;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told about names that nobody asks for. */
class NameCheckTest {

    private static final Method LIST = Fixture.method(Orders.class, "list");
    private static final String ORDERS = Orders.class.getName();

    private static Resolution resolve(FakeProperties properties) {
        return Fixture.resolve(
                properties.set("ratelimit.policies", "all"),
                Fixture.limited(LIST, FakeRateLimit.of("name", "search", "limit", 5L)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            ratelimit.nonsense                 > HG0100 > property 'ratelimit.nonsense' means nothing
            ratelimit.enabeld                  > HG0100 > did you mean 'ratelimit.enabled'?
            ratelimit.header                   > HG0100 > did you mean 'ratelimit.headers'?
            ratelimit.api_key.header           > HG0100 > did you mean 'ratelimit.api-key.header'?
            ratelimit.local.maxSubjects        > HG0100 > did you mean 'ratelimit.local.max-subjects'?
            ratelimit.default.maxWait          > HG0100 > did you mean 'ratelimit.default.max-wait'?
            ratelimit.override.windows         > HG0100 > did you mean 'ratelimit.override.window'?
            ratelimit.policy.search.limt       > HG0100 > did you mean 'ratelimit.policy.search.limit'?
            ratelimit.policy.search.onStoreFailure > HG0100 > did you mean 'ratelimit.policy.search.on-store-failure'?
            ratelimit.policy.search            > HG0100 > property 'ratelimit.policy.search' means nothing
            ratelimit.policy.search.name       > HG0100 > property 'ratelimit.policy.search.name' means nothing
            ratelimit.policy.serach.limit      > HG0101 > no policy is called 'serach', did you mean 'search'?
            ratelimit.policy.nobody.limit      > HG0101 > no policy is called 'nobody'
            ratelimit.policy.                  > HG0101 > no policy is called ''
            ratelimit.redis.adress             > HG0100 > did you mean 'ratelimit.redis.address'?
            RATELIMIT_POLICY_SERACH_LIMIT      > HG0100 > did you mean 'RATELIMIT_POLICY_SEARCH_LIMIT'?
            RATELIMIT_ENABELD                  > HG0100 > did you mean 'RATELIMIT_ENABLED'?
            """)
    void c17_unknownNamesAreToldWithAGuess(String name, String number, String message) {
        Resolution resolution = resolve(FakeProperties.of(name, "1"));
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(Fixture.warnings(resolution))
                .singleElement()
                .asString()
                .startsWith(number + ": property '" + name + "' means nothing")
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            /list/RateLimit/max-wait    > HG0100 > did you mean '@/list/RateLimit/maxWait'?
            /list/RateLimit/limt        > HG0100 > did you mean '@/list/RateLimit/limit'?
            /list/RateLimit/shadow      > HG0100 > means nothing
            /list/RateLimit/            > HG0100 > means nothing
            /lits/RateLimit/limit       > HG0102 > did you mean '@/list/RateLimit/limit'?
            /search/RateLimit/limit     > HG0102 > no @RateLimit is known on that element
            /RateLimit/limit            > HG0102 > no @RateLimit is known on that element
            """)
    void unknownNamesOfElementsAreToldWithAGuess(String name, String number, String message) {
        Resolution resolution = resolve(FakeProperties.of(ORDERS + name, "1"));
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(Fixture.warnings(resolution))
                .singleElement()
                .asString()
                .startsWith(number + ": property '" + ORDERS + name + "'")
                .contains(message.replace("@/", ORDERS + "/"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RATELIMIT", "RATELIMIT_", "RATELIMIT__", "ratelimit", "ratelimit.", "Ratelimit.x", "%dev.ratelimit.x",
                "my.ratelimit.x", "ratelimiter.x", "RATELIMITER_X", "MY_RATELIMIT_X", "PATH", "",
                        "com.acme.Orders/list/Retry/x"
            })
    void c16_namesThatOnlyLookLikeOursAreIgnored(String name) {
        Resolution resolution = resolve(FakeProperties.of(name, "on"));
        assertThat(resolution.warnings()).isEmpty();
        assertThat(resolution.mistakes()).isEmpty();
    }

    @Test
    void whatIsAskedForIsNotTold() {
        Resolution resolution = resolve(FakeProperties.of(
                        "ratelimit.headers",
                        "ietf",
                        "ratelimit.policy.search.window",
                        "2m",
                        "ratelimit.policy.all.shadow",
                        "true",
                        "ratelimit.default.on-store-failure",
                        "deny",
                        ORDERS + "/list/RateLimit/limit",
                        "6",
                        ORDERS + "/RateLimit/enabled",
                        "true")
                .list("RATELIMIT_HEADERS")
                .list("RATELIMIT_POLICY_SEARCH_WINDOW")
                .list("ratelimit_policies")
                .list(ORDERS.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(java.util.Locale.ROOT)
                        + "_LIST_RATELIMIT_COST"));
        assertThat(resolution.warnings()).isEmpty();
        assertThat(resolution.mistakes()).isEmpty();
    }

    @Test
    void aGuessedNameOfAVariableIsNotTold() {
        FakeProperties properties = FakeProperties.of("ratelimit.default.on-store-failure", "deny")
                .list("RATELIMIT_DEFAULT_ON_STORE_FAILURE")
                .list("ratelimit.default.on.store.failure");
        assertThat(resolve(properties).warnings()).isEmpty();
    }

    @Test
    void aTypoThatIsListedTwiceIsToldOnce() {
        FakeProperties properties =
                new FakeProperties().list("RATELIMIT_ENABELD").list("ratelimit.enabeld");
        assertThat(resolve(properties).warnings()).hasSize(1);
    }

    @Test
    void c03_aVariableThatTwoPropertiesShareIsTold() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "a_b"), FakeRateLimit.of("name", "a-b"));
        FakeProperties unset = new FakeProperties();
        assertThat(Fixture.resolve(unset, list).warnings())
                .as("not set, not told")
                .isEmpty();
        FakeProperties properties = FakeProperties.of(
                        "ratelimit.policy.a_b.limit", "1", "ratelimit.policy.a-b.limit", "1")
                .list("RATELIMIT_POLICY_A_B_LIMIT");
        assertThat(Fixture.warnings(Fixture.resolve(properties, list)))
                .singleElement()
                .asString()
                .startsWith(
                        "HG0103: environment variable 'RATELIMIT_POLICY_A_B_LIMIT' sets ratelimit.policy.a-b.limit and"
                                + " ratelimit.policy.a_b.limit alike");
    }

    @Test
    void aPolicyThatReliesOnInventedKeysIsTold() {
        String digest = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "search", "key", "api-key | ip"));
        FakeProperties properties =
                FakeProperties.of("ratelimit.policies", "all", "ratelimit.policy.all.unless", "api-key");
        assertThat(Fixture.warnings(Fixture.resolve(properties, list)))
                .containsExactlyInAnyOrder(
                        "HG0105: policy search relies on api-key in its key while no keys are known: a client escapes by"
                                + " inventing keys; set ratelimit.api-key.sha256",
                        "HG0105: policy all relies on api-key in its unless while no keys are known: a client escapes by"
                                + " inventing keys; set ratelimit.api-key.sha256");
        assertThat(Fixture.resolve(properties.set("ratelimit.api-key.sha256", digest), list)
                        .warnings())
                .isEmpty();
        properties.remove("ratelimit.api-key.sha256").set("ratelimit.override.enabled", "false");
        properties.set("ratelimit.policy.all.enabled", "false");
        assertThat(Fixture.resolve(properties, list).warnings()).as("off").isEmpty();
    }

    @Test
    void manyUnknownNamesAreToldQuickly() {
        FakeProperties properties = new FakeProperties();
        for (int i = 0; i < 2_000; i++) {
            properties.set("ratelimit.policy.p" + i + ".limit", "1");
        }
        List<String> warnings = org.junit.jupiter.api.Assertions.assertTimeout(
                java.time.Duration.ofSeconds(10), () -> Fixture.warnings(resolve(properties)));
        assertThat(warnings).hasSize(2_000);
    }

    private static List<String> idle(String property, String value, FakeProperties others, LimitedMethod... methods) {
        return Fixture.warnings(Fixture.resolve(others.set(property, value), methods)).stream()
                .filter(warning -> warning.startsWith("HG0106"))
                .toList();
    }

    @Test
    void valuesForManyPoliciesThatReachNoneAreTold() {
        assertThat(idle("ratelimit.override.limit", "3", FakeProperties.of("ratelimit.policies", "all")))
                .containsExactly("HG0106: property 'ratelimit.override.limit' reaches no policy: it is for annotated"
                        + " policies, and there are none, unless a resource that shows up later has one");
        assertThat(idle("ratelimit.default.limit", "3", new FakeProperties()))
                .singleElement()
                .asString()
                .contains("'ratelimit.default.limit' reaches no policy: it is for all policies, and there are none");
        for (String param : List.of("key", "unless")) {
            assertThat(idle("ratelimit.default." + param, "user", FakeProperties.of("ratelimit.policies.manual", "m")))
                    .singleElement()
                    .asString()
                    .contains("it is for policies that apply to requests");
        }
    }

    @Test
    void valuesForManyPoliciesThatOneCanTakeAreNotTold() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", 5L));
        for (String property : List.of("ratelimit.override.limit", "ratelimit.default.limit")) {
            assertThat(idle(property, "3", new FakeProperties(), list)).isEmpty();
        }
        assertThat(idle("ratelimit.override.shadow", "true", new FakeProperties()))
                .isEmpty();
        assertThat(idle("ratelimit.default.unless", "user", FakeProperties.of("ratelimit.policies", "all")))
                .isEmpty();
        assertThat(idle("ratelimit.default.limit", "3", FakeProperties.of("ratelimit.policies.manual", "m")))
                .isEmpty();
    }

    @Test
    void whatALaterResourceCouldNeedIsNotToldForGood() {
        for (String name : List.of(
                "ratelimit.policy.nobody.limit",
                "com.acme.Nobody/get/RateLimit/limit",
                "RATELIMIT_POLICY_NOBODY_LIMIT")) {
            assertThat(Fixture.warnings(resolve(FakeProperties.of(name, "1"))))
                    .singleElement()
                    .asString()
                    .contains("means nothing, unless a resource that shows up later ");
        }
    }
}
