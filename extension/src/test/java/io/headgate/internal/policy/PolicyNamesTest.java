package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Count;
import io.headgate.RateLimit;
import io.headgate.internal.policy.Fixture.Orders;
import io.headgate.internal.policy.Fixture.SpecialOrders;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which annotations share a counter, and which may not. */
class PolicyNamesTest {

    private static final Method LIST = Fixture.method(Orders.class, "list");
    private static final Method SEARCH = Fixture.method(Orders.class, "search");
    private static final String ORDERS = Orders.class.getName();

    private static List<String> names(Resolution resolution, Method method) {
        return resolution.registry().uses(Orders.class, method).stream()
                .map(use -> use.policy().name())
                .toList();
    }

    @Test
    void anUnnamedClassAnnotationCountsEachMethodApart() {
        RateLimit annotation = FakeRateLimit.of("limit", 5L);
        Resolution resolution = Fixture.resolve(
                new FakeProperties(), Fixture.byClass(LIST, annotation), Fixture.byClass(SEARCH, annotation));
        assertThat(resolution.registry().names()).containsExactlyInAnyOrder(ORDERS + "#list()", ORDERS + "#search()");
    }

    @Test
    void aNamedClassAnnotationIsShared() {
        RateLimit annotation = FakeRateLimit.of("name", "orders");
        Resolution resolution = Fixture.resolve(
                new FakeProperties(), Fixture.byClass(LIST, annotation), Fixture.byClass(SEARCH, annotation));
        assertThat(resolution.registry().names()).containsExactly("orders");
        assertThat(names(resolution, LIST)).isEqualTo(names(resolution, SEARCH)).containsExactly("orders");
    }

    @Test
    void anInheritedMethodCountsApartInEachBeanClass() {
        RateLimit annotation = FakeRateLimit.of("limit", 5L);
        Resolution resolution = Fixture.resolve(
                new FakeProperties(),
                Fixture.limited(LIST, annotation),
                Fixture.limited(SpecialOrders.class, LIST, annotation));
        assertThat(resolution.registry().names())
                .containsExactlyInAnyOrder(ORDERS + "#list()", SpecialOrders.class.getName() + "#list()");
    }

    @Test
    void aSecondUnnamedAnnotationIsNumberedWithAWarning() {
        LimitedMethod list = Fixture.limited(
                LIST,
                FakeRateLimit.of("limit", 1L),
                FakeRateLimit.of("name", "named"),
                FakeRateLimit.of("limit", 2L),
                FakeRateLimit.of("limit", 3L));
        Resolution resolution = Fixture.resolve(new FakeProperties(), list);
        assertThat(names(resolution, LIST))
                .containsExactly(ORDERS + "#list()", "named", ORDERS + "#list()~2", ORDERS + "#list()~3");
        assertThat(Fixture.warnings(resolution))
                .containsExactly("HG0104: " + ORDERS + "#list() has 3 annotations without a name: name them, or their"
                        + " counters change when the order does");
    }

    @Test
    void theSameNameTwiceOnOneMethodIsAMistake() {
        LimitedMethod list =
                Fixture.limited(LIST, FakeRateLimit.of("name", "orders"), FakeRateLimit.of("name", "orders"));
        assertThat(Fixture.mistakes(Fixture.resolve(new FakeProperties(), list)))
                .containsExactly("HG0205: policy orders applies twice to " + ORDERS + "#list(): @RateLimit on " + ORDERS
                        + "#list(), annotation 1 of 2 and @RateLimit on " + ORDERS
                        + "#list(), annotation 2 of 2; give each"
                        + " annotation a name of its own");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1st",
                "-a",
                "_a",
                "a.b",
                "a b",
                "a{b}",
                "a:b",
                "ä",
                "a\u0000",
                "a1234567890123456789012345678901234567890123456789012345678901234"
            })
    void anInvalidNameIsAMistakeWhereverItStands(String name) {
        String shown = name.replace("\u0000", "\\u0000");
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", name, "limit", -1L));
        List<String> mistakes = Fixture.mistakes(Fixture.resolve(
                FakeProperties.of("ratelimit.policies", name, "ratelimit.policies.manual", "ok," + name), list));
        assertThat(mistakes)
                .filteredOn(text -> text.startsWith("HG0204") && text.contains("'" + shown + "' cannot be the name"))
                .hasSize(3);
        assertThat(mistakes).as("the rest is read all the same").anyMatch(text -> text.startsWith("HG0200"));
    }

    @Test
    void aNameOfTheGreatestLengthIsFine() {
        String name = "a" + "b".repeat(63);
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", name));
        assertThat(Fixture.resolve(new FakeProperties(), list).mistakes()).isEmpty();
    }

    @Test
    void aFurtherUseNeedsOnlyTheName() {
        LimitedMethod list = Fixture.limited(
                LIST, FakeRateLimit.of("name", "orders", "limit", 5L, "window", "60s", "key", "user|ip"));
        LimitedMethod search = Fixture.limited(
                SEARCH, FakeRateLimit.of("name", "orders", "cost", 2L, "count", new Count[] {Count.ALL}));
        Resolution resolution = Fixture.resolve(new FakeProperties(), search, list);
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(Fixture.use(resolution, search).policy())
                .isEqualTo(Fixture.use(resolution, list).policy());
        assertThat(Fixture.permits(resolution, search)).isEqualTo(5);
        assertThat(Fixture.use(resolution, search).cost()).isEqualTo(2);
        assertThat(Fixture.use(resolution, list).cost()).isEqualTo(1);
    }

    @Test
    void equalValuesInAnotherNotationAgree() {
        LimitedMethod list =
                Fixture.limited(LIST, FakeRateLimit.of("name", "orders", "window", "60s", "key", "user|header:X-A"));
        LimitedMethod search = Fixture.limited(
                SEARCH, FakeRateLimit.of("name", "orders", "window", "PT1M", "key", "user | header:x-a"));
        assertThat(Fixture.resolve(new FakeProperties(), list, search).mistakes())
                .isEmpty();
    }

    @Test
    void d07_differentValuesOfOneNameAreAMistakeThatNamesBothPlaces() {
        LimitedMethod list = Fixture.limited(
                LIST,
                FakeRateLimit.of(
                        "name", "orders", "limit", 3L, "window", "2m", "key", "ip", "algorithm", new Algorithm[] {
                            Algorithm.FIXED_WINDOW
                        }));
        LimitedMethod search = Fixture.limited(
                SEARCH,
                FakeRateLimit.of(
                        "name", "orders", "limit", 4L, "window", "1m", "key", "user", "algorithm", new Algorithm[] {
                            Algorithm.SLIDING_WINDOW
                        }));
        List<String> mistakes = Fixture.mistakes(
                Fixture.resolve(FakeProperties.of("ratelimit.policy.orders.limit", "1"), list, search));
        assertThat(mistakes)
                .hasSize(4)
                .contains("HG0206: policy orders is given different values: @RateLimit(limit) on " + ORDERS
                        + "#list() = '3' and @RateLimit(limit) on " + ORDERS
                        + "#search() = '4'; allowed are equal ones, or"
                        + " one place that sets it and others that set only name, cost and count");
    }

    @Test
    void anElementsPropertyDoesNotReachASharedPolicy() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "orders"));
        LimitedMethod search = Fixture.limited(SEARCH, FakeRateLimit.of("name", "orders"));
        FakeProperties properties = FakeProperties.of(
                ORDERS + "/list/RateLimit/limit",
                "1",
                ORDERS + "/list/RateLimit/cost",
                "1",
                ORDERS + "/list/RateLimit/enabled",
                "false");
        assertThat(Fixture.mistakes(Fixture.resolve(properties, list, search)))
                .containsExactlyInAnyOrder(
                        "HG0207: " + ORDERS
                                + "/list/RateLimit/limit = '1' (from test.properties): policy orders is named"
                                + " on several elements, set ratelimit.policy.orders.limit instead",
                        "HG0207: " + ORDERS
                                + "/list/RateLimit/cost = '1' (from test.properties): policy orders is named"
                                + " on several elements, set ratelimit.policy.orders.cost instead");
    }

    @Test
    void configurationAndAnnotationsMayShareAPolicy() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "all", "limit", 5L, "cost", 3L));
        FakeProperties properties =
                FakeProperties.of("ratelimit.policies", "first,all", "ratelimit.policy.all.window", "2s");
        Resolution resolution = Fixture.resolve(properties, list);
        assertThat(resolution.mistakes()).isEmpty();
        PolicyUse configured = resolution.registry().configured().get(1);
        PolicyUse annotated = Fixture.use(resolution, list);
        assertThat(configured.policy().limit()).isEqualTo(annotated.policy().limit());
        assertThat(configured.cost()).isEqualTo(1);
        assertThat(annotated.cost()).isEqualTo(3);
        assertThat(configured.policy().origin()).isEqualTo(Policy.Origin.CONFIGURED);
        assertThat(annotated.policy().origin()).isEqualTo(Policy.Origin.ANNOTATED);
        Resolution ofFilter = Fixture.resolve(properties, list.ofFilter());
        assertThat(ofFilter.registry().forRequest(Orders.class, LIST))
                .containsExactly(ofFilter.registry().configured().get(0), annotated);
        assertThat(ofFilter.registry().forRequest(Orders.class, SEARCH))
                .isEqualTo(ofFilter.registry().configured());
    }

    @Test
    void listsOfPoliciesHaveNoNameTwice() {
        FakeProperties properties =
                FakeProperties.of("ratelimit.policies", " a , b,, a,", "ratelimit.policies.manual", "c,b");
        Resolution resolution = Fixture.resolve(properties);
        assertThat(Fixture.mistakes(resolution))
                .containsExactly(
                        "HG0212: ratelimit.policies = 'a , b,, a,' (from test.properties): policy a is listed twice,"
                                + " list it once",
                        "HG0212: ratelimit.policies.manual = 'c,b' (from test.properties): policy b is listed twice,"
                                + " list it once");
        assertThat(resolution.registry().configured())
                .extracting(use -> use.policy().name())
                .containsExactly("a", "b");
        assertThat(resolution.manual()).extracting(Policy::name).containsExactly("c");
    }
}
