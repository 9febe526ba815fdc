package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.internal.policy.Fixture.Orders;
import io.headgate.internal.policy.PropertySource.Property;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MicroProfileConfigSourceTest {

    private static final String ORDERS = Orders.class.getName();
    private static final String VARIABLE_OF_ORDERS = "IO_HEADGATE_INTERNAL_POLICY_FIXTURE_ORDERS";

    private final LimitedMethod list =
            Fixture.limited(Fixture.method(Orders.class, "list"), FakeRateLimit.of("limit", 5L));

    private static PropertySource source(ConfigSource... sources) {
        return new MicroProfileConfigSource(new SmallRyeConfigBuilder()
                .withSources(sources)
                .addDefaultInterceptors()
                .build());
    }

    private static ConfigSource environment(String... namesAndValues) {
        return new EnvConfigSource(map(namesAndValues), 300);
    }

    private static ConfigSource file(String... namesAndValues) {
        return new PropertiesConfigSource(map(namesAndValues), "file", 100);
    }

    private static ConfigSource systemProperties(String... namesAndValues) {
        return new PropertiesConfigSource(map(namesAndValues), "system properties", 400);
    }

    private static Map<String, String> map(String... namesAndValues) {
        return namesAndValues.length == 2
                ? Map.of(namesAndValues[0], namesAndValues[1])
                : Map.of(namesAndValues[0], namesAndValues[1], namesAndValues[2], namesAndValues[3]);
    }

    @Test
    void findsTheStrongestValueAndItsSource() {
        PropertySource source = source(file("a", "1"), systemProperties("a", " 2 "));
        Property found = source.find("a").orElseThrow();
        assertThat(found.value()).isEqualTo("2");
        assertThat(found.source()).contains("system properties");
        assertThat(source.find("b")).isEmpty();
    }

    @Test
    void c01_environmentVariableOverridesAnnotation() {
        PropertySource source = source(environment(VARIABLE_OF_ORDERS + "_LIST_RATELIMIT_LIMIT", "1"));
        Resolution resolution = Fixture.resolve(source, list);
        assertThat(Fixture.permits(resolution, list)).isEqualTo(1);
        assertThat(resolution.warnings()).isEmpty();
        assertThat(resolution.mistakes()).isEmpty();
    }

    @Test
    void c01_environmentBeatsFileAndSystemPropertyBeatsEnvironment() {
        String property = ORDERS + "/list/RateLimit/limit";
        ConfigSource file = file(property, "3");
        ConfigSource environment = environment(VARIABLE_OF_ORDERS + "_LIST_RATELIMIT_LIMIT", "2");
        ConfigSource system = systemProperties(property, "1");
        assertThat(Fixture.permits(Fixture.resolve(source(file), list), list)).isEqualTo(3);
        assertThat(Fixture.permits(Fixture.resolve(source(file, environment), list), list))
                .isEqualTo(2);
        assertThat(Fixture.permits(Fixture.resolve(source(file, environment, system), list), list))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "login-api, RATELIMIT_POLICY_LOGIN_API_LIMIT",
        "loginApi,  RATELIMIT_POLICY_LOGINAPI_LIMIT",
        "login_api, RATELIMIT_POLICY_LOGIN_API_LIMIT"
    })
    void c02_environmentReachesNamesWithHyphensAndCapitals(String name, String variable) {
        LimitedMethod named =
                Fixture.limited(Fixture.method(Orders.class, "list"), FakeRateLimit.of("name", name, "limit", 5L));
        Resolution resolution = Fixture.resolve(source(environment(variable, "1")), named);
        assertThat(Fixture.permits(resolution, named)).isEqualTo(1);
        assertThat(resolution.warnings()).isEmpty();
    }

    @Test
    void c02_environmentReachesParamsWithHyphens() {
        PropertySource source =
                source(environment("RATELIMIT_POLICIES", "all", "RATELIMIT_POLICY_ALL_ON_STORE_FAILURE", "deny"));
        Resolution resolution = Fixture.resolve(source);
        assertThat(resolution.registry().configured()).hasSize(1);
        assertThat(resolution.registry().configured().get(0).policy().onStoreFailure())
                .hasToString("DENY");
        assertThat(resolution.warnings()).isEmpty();
    }

    @Test
    void c03_anAmbiguousVariableSetsBothAndIsToldOnce() {
        LimitedMethod both = Fixture.limited(
                Fixture.method(Orders.class, "list"), FakeRateLimit.of("name", "a_b"), FakeRateLimit.of("name", "a-b"));
        Resolution resolution = Fixture.resolve(source(environment("RATELIMIT_POLICY_A_B_LIMIT", "1")), both);
        assertThat(resolution.registry().uses(Orders.class, both.method()))
                .allSatisfy(use ->
                        assertThat(use.policy().limit().orElseThrow().permits()).isEqualTo(1));
        assertThat(Fixture.warnings(resolution))
                .containsExactly("HG0103: environment variable 'RATELIMIT_POLICY_A_B_LIMIT' sets"
                        + " ratelimit.policy.a-b.limit and ratelimit.policy.a_b.limit alike: give the policies names that"
                        + " differ in letters or digits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\t"})
    void c04_anEmptyOrBlankVariableIsAbsentAndHidesTheFile(String blank) {
        Resolution resolution = Fixture.resolve(
                source(
                        environment(VARIABLE_OF_ORDERS + "_LIST_RATELIMIT_LIMIT", blank),
                        file(ORDERS + "/list/RateLimit/limit", "3")),
                list);
        assertThat(Fixture.permits(resolution, list)).isEqualTo(5);
        assertThat(resolution.mistakes()).isEmpty();
    }

    @Test
    void c05_anExpressionWithoutValueIsAMistakeThatNamesTheProperty() {
        String property = ORDERS + "/list/RateLimit/limit";
        PropertySource source = source(file(property, "${NOPE}"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.find(property))
                .withMessageContaining("NOPE");
        assertThat(Fixture.mistakes(Fixture.resolve(source, list)))
                .singleElement()
                .asString()
                .startsWith("HG0201: " + property + " cannot be read: ")
                .contains("NOPE");
    }

    @Test
    void c05_anExpressionWithADefaultHasIt() {
        PropertySource source = source(file(ORDERS + "/list/RateLimit/limit", "${NOPE:7}"));
        assertThat(Fixture.permits(Fixture.resolve(source, list), list)).isEqualTo(7);
    }

    @Test
    void c05_aServerThatDropsTheValueOfAnExpressionIsNoticed() {
        PropertySource source = new MicroProfileConfigSource(new FakeConfig(Map.of("a", "${NOPE}"), Map.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> source.find("a")).withMessageContaining("${NOPE}");
    }

    @Test
    void c05_aServerThatThrowsForAnExpressionIsUnderstood() {
        PropertySource source = new MicroProfileConfigSource(new FakeConfig(Map.of("a", FakeConfig.THROWS), Map.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.find("a"))
                .withMessageContaining("nothing found for NOPE");
    }

    @Test
    void anAbsentValueMayBeNoConfigValueAtAll() {
        PropertySource source = new MicroProfileConfigSource(new FakeConfig(Map.of(), Map.of()));
        assertThat(source.find("a")).isEmpty();
    }

    @Test
    void c16_variablesThatOnlyLookLikeOursAreIgnored() {
        Resolution resolution = Fixture.resolve(source(environment("RATELIMIT", "on", "RATELIMIT_", "x")), list);
        assertThat(Fixture.permits(resolution, list)).isEqualTo(5);
        assertThat(resolution.warnings()).isEmpty();
        assertThat(resolution.mistakes()).isEmpty();
    }

    @Test
    void c17_blanksAroundANumberDoNotMatter() {
        PropertySource source = source(file(ORDERS + "/list/RateLimit/limit", " 7 "));
        assertThat(Fixture.permits(Fixture.resolve(source, list), list)).isEqualTo(7);
    }

    @Test
    void c17_aTypoInAVariableIsToldOnce() {
        PropertySource source =
                source(environment("RATELIMIT_POLICIES", "search", "RATELIMIT_POLICY_SERACH_LIMIT", "1"));
        assertThat(Fixture.warnings(Fixture.resolve(source)))
                .singleElement()
                .asString()
                .contains("SERACH");
    }

    @Test
    void namesSurviveASourceThatThrows() {
        ConfigSource broken = new PropertiesConfigSource(Map.of("x", "1"), "broken", 50) {
            @Override
            public Set<String> getPropertyNames() {
                throw new IllegalStateException("not now");
            }
        };
        assertThat(new MicroProfileConfigSource(new FakeConfig(Map.of(), Map.of("a", "1"), broken)).names())
                .contains("a");
    }
}
