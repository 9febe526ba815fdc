package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.OnStoreFailure;
import io.headgate.RateLimit;
import io.headgate.internal.policy.Fixture.Orders;
import io.headgate.internal.policy.Fixture.SpecialOrders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which of several values of one member counts. */
class LevelsTest {

    private static final String LIST = Orders.class.getName() + "/list/RateLimit/";
    private static final String CLASS = Orders.class.getName() + "/RateLimit/";
    private static final Set<Algorithm> ALL = Set.of(Algorithm.values());

    /** One value of a policy: how it is set on each level, strongest first, and how it is seen. */
    private record Member(
            String name,
            List<Object> values,
            String builtIn,
            Map<String, Object> others,
            Function<PolicyUse, Object> seen) {}

    private static final List<Member> MEMBERS = List.of(
            new Member(
                    "key",
                    List.of("global", "user", "api-key", "ip", "user + ip"),
                    "user | ip",
                    Map.of(),
                    use -> use.policy().key()),
            new Member(
                    "limit",
                    List.of(1L, 2L, 3L, 4L, 5L),
                    "100",
                    Map.of(),
                    use -> limit(use).permits()),
            new Member(
                    "window",
                    List.of("1s", "2s", "3s", "4s", "5s"),
                    "1m",
                    Map.of(),
                    use -> Durations.print(limit(use).window())),
            new Member(
                    "algorithm",
                    List.of("fixed-window", "sliding-log", "token-bucket", "leaky-bucket", "fixed-window"),
                    "sliding-window",
                    Map.of(),
                    use -> Values.kebab(limit(use).algorithm())),
            new Member(
                    "burst",
                    List.of(1L, 2L, 3L, 4L, 5L),
                    "100",
                    Map.of("algorithm", new Algorithm[] {Algorithm.TOKEN_BUCKET}),
                    use -> limit(use).burst()),
            new Member("cost", List.of(2L, 3L, 4L, 5L, 6L), "1", Map.of(), PolicyUse::cost),
            new Member(
                    "maxWait",
                    List.of("1s", "2s", "3s", "4s", "5s"),
                    "1m",
                    Map.of("algorithm", new Algorithm[] {Algorithm.LEAKY_BUCKET}),
                    use -> Durations.print(limit(use).maxWait())),
            new Member(
                    "onStoreFailure",
                    List.of("deny", "allow", "deny", "allow", "deny"),
                    "local",
                    Map.of(),
                    use -> Values.kebab(use.policy().onStoreFailure())));

    private static Limit limit(PolicyUse use) {
        return use.policy().limit().orElseThrow();
    }

    static Stream<Arguments> levels() {
        List<Arguments> rows = new ArrayList<>();
        for (Member member : MEMBERS) {
            for (int strongest = 1; strongest <= 6; strongest++) {
                rows.add(Arguments.of(member.name, strongest, member));
            }
        }
        return rows.stream();
    }

    @ParameterizedTest(name = "{0}: level {1} is the strongest that is set")
    @MethodSource("levels")
    void everyLevelBeatsTheNext(String name, int strongest, Member member) {
        String property = name.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
        List<String> names = List.of(
                LIST + name,
                "ratelimit.policy.orders." + property,
                "ratelimit.override." + property,
                "annotation",
                "ratelimit.default." + property);
        FakeProperties properties = new FakeProperties();
        List<Object> annotation = new ArrayList<>(List.of("name", "orders"));
        member.others.forEach((other, value) -> annotation.addAll(List.of(other, value)));
        for (int level = strongest; level <= 5; level++) {
            Object value = member.values.get(level - 1);
            if (level == 4) {
                annotation.addAll(List.of(name, inAnnotation(name, value)));
            } else {
                properties.set(names.get(level - 1), value.toString());
            }
        }
        LimitedMethod list =
                Fixture.limited(Fixture.method(Orders.class, "list"), FakeRateLimit.of(annotation.toArray()));
        Resolution resolution = new PolicyResolver(properties, ALL).resolve(List.of(list));
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(resolution.warnings())
                .filteredOn(warning -> !warning.number().equals("HG0105"))
                .isEmpty();
        String expected = strongest == 6
                ? member.builtIn
                : member.values.get(strongest - 1).toString();
        assertThat(member.seen.apply(Fixture.use(resolution, list))).hasToString(expected);
    }

    private static Object inAnnotation(String name, Object value) {
        return switch (name) {
            case "algorithm" -> new Algorithm[] {Algorithm.valueOf(constant(value))};
            case "onStoreFailure" -> new OnStoreFailure[] {OnStoreFailure.valueOf(constant(value))};
            default -> value;
        };
    }

    private static String constant(Object kebab) {
        return kebab.toString().toUpperCase(java.util.Locale.ROOT).replace('-', '_');
    }

    @Test
    void enabledShadowAndUnlessFollowTheSameOrder() {
        for (String param : List.of("enabled", "shadow")) {
            FakeProperties properties = FakeProperties.of(
                    "ratelimit.policy.orders." + param, "true",
                    "ratelimit.override." + param, "false",
                    "ratelimit.default." + param, "true");
            assertThat(flag(param, properties)).as("2 beats 3").isTrue();
            assertThat(flag(param, properties.remove("ratelimit.policy.orders." + param)))
                    .as("3 beats 5")
                    .isFalse();
            assertThat(flag(param, properties.remove("ratelimit.override." + param)))
                    .as("5 beats the built-in default")
                    .isTrue();
            assertThat(flag(param, FakeProperties.of("ratelimit.default." + param, "false")))
                    .isFalse();
            assertThat(flag(param, new FakeProperties())).isEqualTo(param.equals("enabled"));
        }
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policy.orders.unless", "user",
                "ratelimit.override.unless", "ip",
                "ratelimit.default.unless", "header:a");
        assertThat(unless(properties)).isEqualTo("user");
        assertThat(unless(properties.remove("ratelimit.policy.orders.unless"))).isEqualTo("ip");
        assertThat(unless(properties.remove("ratelimit.override.unless"))).isEqualTo("header:a");
        assertThat(unless(new FakeProperties())).isEqualTo("none");
    }

    private static boolean flag(String param, FakeProperties properties) {
        Policy policy = orders(properties);
        return param.equals("shadow") ? policy.shadow() : policy.limit().isPresent();
    }

    private static String unless(FakeProperties properties) {
        return orders(properties).unless().map(Object::toString).orElse("none");
    }

    private static Policy orders(FakeProperties properties) {
        LimitedMethod list = Fixture.limited(Fixture.method(Orders.class, "list"), FakeRateLimit.of("name", "orders"));
        Resolution resolution = Fixture.resolve(properties, list);
        assertThat(resolution.mistakes()).isEmpty();
        return Fixture.use(resolution, list).policy();
    }

    @Test
    void configuredPoliciesTakeTheirOwnValuesAndTheDefaults() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "all",
                "ratelimit.policy.all.limit", "7",
                "ratelimit.override.limit", "8",
                "ratelimit.override.window", "8s",
                "ratelimit.override.cost", "3",
                "ratelimit.override.shadow", "true",
                "ratelimit.default.window", "9s");
        PolicyUse use = Fixture.resolve(properties).registry().configured().get(0);
        assertThat(limit(use)).isEqualTo(Limit.of(7, Duration.ofSeconds(9)));
        assertThat(use.cost()).isEqualTo(1);
        assertThat(use.policy().shadow()).as("a rehearsal is one for all").isTrue();
        assertThat(use.policy().origin()).isEqualTo(Policy.Origin.CONFIGURED);
    }

    @Test
    void unlimitedSwitchesOff() {
        RateLimit annotation = FakeRateLimit.of("name", "orders", "limit", 5L);
        LimitedMethod list = Fixture.limited(Fixture.method(Orders.class, "list"), annotation);
        for (String name : List.of(LIST + "limit", "ratelimit.policy.orders.limit", "ratelimit.override.limit")) {
            Resolution resolution = Fixture.resolve(FakeProperties.of(name, "Unlimited"), list);
            assertThat(resolution.mistakes()).isEmpty();
            assertThat(Fixture.use(resolution, list).policy().limit()).isEmpty();
        }
    }

    @Test
    void c10_overloadsShareThePropertyAndCountApart() {
        LimitedMethod byText =
                Fixture.limited(Fixture.method(Orders.class, "find", String.class), FakeRateLimit.of("limit", 1L));
        LimitedMethod byNumber =
                Fixture.limited(Fixture.method(Orders.class, "find", int.class), FakeRateLimit.of("limit", 1L));
        Resolution resolution = Fixture.resolve(
                FakeProperties.of(Orders.class.getName() + "/find/RateLimit/limit", "3"), byText, byNumber);
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(Fixture.permits(resolution, byText)).isEqualTo(3);
        assertThat(Fixture.permits(resolution, byNumber)).isEqualTo(3);
        assertThat(resolution.registry().names())
                .containsExactlyInAnyOrder(
                        Orders.class.getName() + "#find(java.lang.String)", Orders.class.getName() + "#find(int)");
    }

    @Test
    void c11_aClassPropertyDoesNotReachAMethodAnnotation() {
        LimitedMethod list = Fixture.limited(Fixture.method(Orders.class, "list"), FakeRateLimit.of("limit", 5L));
        FakeProperties properties = FakeProperties.of(CLASS + "limit", "1");
        Resolution first = Fixture.resolve(properties, list);
        assertThat(Fixture.permits(first, list)).isEqualTo(5);
        assertThat(Fixture.warnings(first))
                .singleElement()
                .asString()
                .startsWith("HG0102: property '" + CLASS + "limit'");
        Resolution second = Fixture.resolve(properties.set(LIST + "limit", "2"), list);
        assertThat(Fixture.permits(second, list)).isEqualTo(2);
    }

    @Test
    void c11_aPropertyOfAMethodWithoutAnnotationDoesNothingButWarn() {
        String property = Orders.class.getName() + "/search/RateLimit/limit";
        Resolution resolution = Fixture.resolve(FakeProperties.of(property, "1"));
        assertThat(resolution.registry().forRequest(Orders.class, Fixture.method(Orders.class, "search")))
                .isEmpty();
        assertThat(Fixture.warnings(resolution))
                .containsExactly(
                        "HG0102: property '" + property + "' means nothing, unless a resource that shows up later has"
                                + " it: no @RateLimit is known on that element");
    }

    @Test
    void aClassPropertyReachesTheClassAnnotationOnEachMethod() {
        RateLimit annotation = FakeRateLimit.of("limit", 5L);
        LimitedMethod list = Fixture.byClass(Fixture.method(Orders.class, "list"), annotation);
        LimitedMethod search = Fixture.byClass(Fixture.method(Orders.class, "search"), annotation);
        Resolution resolution = Fixture.resolve(FakeProperties.of(CLASS + "limit", "2"), list, search);
        assertThat(Fixture.permits(resolution, list)).isEqualTo(2);
        assertThat(Fixture.permits(resolution, search)).isEqualTo(2);
        Resolution ofMethod = Fixture.resolve(FakeProperties.of(LIST + "limit", "2"), list, search);
        assertThat(Fixture.permits(ofMethod, list))
                .as("no method property for a class annotation")
                .isEqualTo(5);
        assertThat(Fixture.warnings(ofMethod)).singleElement().asString().startsWith("HG0102");
    }

    @Test
    void theClassInAPropertyIsTheOneThatBearsTheAnnotation() {
        LimitedMethod list = Fixture.limited(
                SpecialOrders.class, Fixture.method(Orders.class, "list"), FakeRateLimit.of("limit", 5L));
        Resolution resolution = Fixture.resolve(FakeProperties.of(LIST + "limit", "2"), list);
        assertThat(Fixture.use(resolution, list).policy().name()).isEqualTo(SpecialOrders.class.getName() + "#list()");
        assertThat(Fixture.permits(resolution, list)).isEqualTo(2);
    }

    @Test
    void enabledCascadesMethodOverClass() {
        RateLimit annotation = FakeRateLimit.of("limit", 5L);
        LimitedMethod list = Fixture.limited(Fixture.method(Orders.class, "list"), annotation);
        LimitedMethod search = Fixture.byClass(Fixture.method(Orders.class, "search"), annotation);
        String searchEnabled = Orders.class.getName() + "/search/RateLimit/enabled";
        FakeProperties properties = FakeProperties.of(CLASS + "enabled", "false");
        assertEnabled(properties, list, false, search, false);
        assertEnabled(properties.set(LIST + "enabled", "true"), list, true, search, false);
        assertEnabled(properties.set(searchEnabled, "true"), list, true, search, true);
        properties.set(CLASS + "enabled", "true").set(LIST + "enabled", "false");
        assertEnabled(properties.set(searchEnabled, "false"), list, false, search, false);
        assertEnabled(
                FakeProperties.of("ratelimit.override.enabled", "false", LIST + "enabled", "true"),
                list,
                true,
                search,
                false);
    }

    private static void assertEnabled(
            FakeProperties properties, LimitedMethod one, boolean first, LimitedMethod other, boolean second) {
        Resolution resolution = Fixture.resolve(properties, one, other);
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(resolution.warnings()).isEmpty();
        assertThat(Fixture.use(resolution, one).policy().limit().isPresent()).isEqualTo(first);
        assertThat(Fixture.use(resolution, other).policy().limit().isPresent()).isEqualTo(second);
    }

    @Test
    void enabledSwitchesOneUseOfASharedPolicy() {
        RateLimit annotation = FakeRateLimit.of("name", "orders");
        LimitedMethod list = Fixture.byClass(Fixture.method(Orders.class, "list"), annotation);
        LimitedMethod search = Fixture.byClass(Fixture.method(Orders.class, "search"), annotation);
        FakeProperties properties = FakeProperties.of(LIST + "enabled", "false");
        assertEnabled(properties, list, false, search, true);
        assertThat(Fixture.resolve(properties, list, search)
                        .registry()
                        .policy("orders")
                        .orElseThrow()
                        .limit())
                .isPresent();
        properties.set("ratelimit.policy.orders.enabled", "false").set(LIST + "enabled", "true");
        assertEnabled(properties, list, true, search, false);
    }

    @Test
    void severalAnnotationsAreToldApartByPlaceOrName() {
        LimitedMethod list = Fixture.limited(
                Fixture.method(Orders.class, "list"),
                FakeRateLimit.of("name", "short", "limit", 5L),
                FakeRateLimit.of("limit", 50L));
        FakeProperties properties =
                FakeProperties.of(LIST + "short/limit", "6", LIST + "2/limit", "60", LIST + "2/enabled", "false");
        Resolution resolution = Fixture.resolve(properties, list);
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(resolution.warnings()).isEmpty();
        List<PolicyUse> uses = resolution.registry().uses(Orders.class, list.method());
        assertThat(limit(uses.get(0)).permits()).isEqualTo(6);
        assertThat(uses.get(1).policy().limit()).isEmpty();
        Resolution all = Fixture.resolve(FakeProperties.of(LIST + "enabled", "false"), list);
        assertThat(all.mistakes()).isEmpty();
        assertThat(all.registry().uses(Orders.class, list.method()))
                .allSatisfy(use -> assertThat(use.policy().limit()).isEmpty());
    }

    @Test
    void theShortFormIsAmbiguousWithSeveralAnnotations() {
        LimitedMethod list = Fixture.limited(
                Fixture.method(Orders.class, "list"), FakeRateLimit.of("name", "a"), FakeRateLimit.of("name", "b"));
        Resolution resolution = Fixture.resolve(FakeProperties.of(LIST + "limit", "6"), list);
        assertThat(Fixture.mistakes(resolution))
                .hasSize(2)
                .allMatch(text -> text.startsWith("HG0208: " + LIST + "limit = '6' (from test.properties): there are 2"
                        + " annotations on this element, say which one, as in " + LIST));
        Resolution both = Fixture.resolve(FakeProperties.of(LIST + "1/limit", "6", LIST + "a/limit", "7"), list);
        assertThat(Fixture.mistakes(both))
                .containsExactly("HG0209: " + LIST + "1/limit = '6' (from test.properties) and " + LIST
                        + "a/limit = '7' (from test.properties) mean the same, keep one of them");
    }

    @Test
    void aPropertyCanGiveTheName() {
        LimitedMethod list = Fixture.limited(Fixture.method(Orders.class, "list"), FakeRateLimit.of("limit", 5L));
        Resolution resolution =
                Fixture.resolve(FakeProperties.of(LIST + "name", "orders", "ratelimit.policy.orders.limit", "6"), list);
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(Fixture.use(resolution, list).policy().name()).isEqualTo("orders");
        assertThat(Fixture.permits(resolution, list)).isEqualTo(6);
    }

    @Test
    void aPolicyWithoutAGivenNameHasNoLevelTwo() {
        LimitedMethod list = Fixture.limited(Fixture.method(Orders.class, "list"), FakeRateLimit.of("limit", 5L));
        String property = "ratelimit.policy." + Orders.class.getName() + "#list().limit";
        assertThat(Fixture.permits(Fixture.resolve(FakeProperties.of(property, "6"), list), list))
                .isEqualTo(5);
    }
}
