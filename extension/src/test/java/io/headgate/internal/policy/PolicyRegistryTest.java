package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.headgate.Limit;
import io.headgate.RateLimit;
import io.headgate.internal.policy.Fixture.Orders;
import io.headgate.internal.policy.Fixture.SpecialOrders;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What applies to a call, and how methods join that show up late. */
class PolicyRegistryTest {

    private static final Method LIST = Fixture.method(Orders.class, "list");
    private static final Method SEARCH = Fixture.method(Orders.class, "search");
    private static final Method FIND = Fixture.method(Orders.class, "find", int.class);
    private static final String ORDERS = Orders.class.getName();

    private static List<String> names(List<PolicyUse> uses) {
        return uses.stream().map(use -> use.policy().name() + "*" + use.cost()).toList();
    }

    private static PolicyResolver started(PropertySource properties, LimitedMethod... methods) {
        PolicyResolver resolver = new PolicyResolver(properties, Fixture.SUPPORTED);
        resolver.resolve(List.of(methods));
        return resolver;
    }

    private static List<String> mistakes(LateResolution late, LimitedMethod method) {
        return late.wrong().getOrDefault(method, List.of()).stream()
                .map(Mistake::toString)
                .toList();
    }

    @Test
    void configuredPoliciesComeFirstAndASharedOneOnce() {
        LimitedMethod list =
                Fixture.resource(LIST, FakeRateLimit.of("name", "own"), FakeRateLimit.of("name", "b", "cost", 3L));
        FakeProperties properties = FakeProperties.of("ratelimit.policies", "a,b,c", "ratelimit.policies.manual", "m");
        PolicyRegistry registry = Fixture.resolve(properties, list).registry();
        assertThat(names(registry.configured())).containsExactly("a*1", "b*1", "c*1");
        assertThat(names(registry.forRequest(Orders.class, LIST))).containsExactly("a*1", "b*3", "c*1", "own*1");
        assertThat(registry.names()).containsExactlyInAnyOrder("a", "b", "c", "m", "own");
        assertThat(registry.policy("m")).isPresent();
        assertThat(registry.policy("nobody")).isEmpty();
    }

    @Test
    void aMethodIsTheFiltersOrTheInterceptors() {
        RateLimit annotation = FakeRateLimit.of("name", "own", "limit", 5L);
        FakeProperties properties = FakeProperties.of("ratelimit.policies", "a");
        PolicyRegistry registry = Fixture.resolve(
                        properties, Fixture.resource(LIST, annotation), Fixture.limited(SEARCH, annotation))
                .registry();
        assertThat(registry.uses(Orders.class, LIST)).isEmpty();
        assertThat(names(registry.forRequest(Orders.class, LIST))).containsExactly("a*1", "own*1");
        assertThat(names(registry.uses(Orders.class, SEARCH))).containsExactly("own*1");
        assertThat(names(registry.forRequest(Orders.class, SEARCH))).containsExactly("a*1");
    }

    @Test
    void codeThatNamesNoCostTakesThePolicys() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies.manual", "m,n", "ratelimit.policy.m.cost", "5", "ratelimit.default.cost", "2");
        PolicyRegistry registry = Fixture.resolve(
                        properties, Fixture.limited(LIST, FakeRateLimit.of("name", "own", "cost", 7L)))
                .registry();
        assertThat(registry.cost("m")).isEqualTo(5);
        assertThat(registry.cost("n")).isEqualTo(2);
        assertThat(registry.cost("own"))
                .as("an annotation's cost is its method's")
                .isEqualTo(2);
        assertThat(registry.cost("nobody")).isEqualTo(1);
    }

    @Test
    void anAnnotationThatIsOffLeavesTheConfiguredPolicyAlone() {
        LimitedMethod list = Fixture.resource(LIST, FakeRateLimit.of("name", "a", "cost", 3L));
        FakeProperties properties =
                FakeProperties.of("ratelimit.policies", "a", ORDERS + "/list/RateLimit/enabled", "false");
        PolicyRegistry registry = Fixture.resolve(properties, list).registry();
        assertThat(names(registry.forRequest(Orders.class, LIST))).containsExactly("a*1");
        assertThat(registry.forRequest(Orders.class, LIST).get(0).policy().limit())
                .isPresent();
        properties.set("ratelimit.policy.a.enabled", "false").set(ORDERS + "/list/RateLimit/enabled", "true");
        PolicyRegistry other = Fixture.resolve(properties, list).registry();
        assertThat(names(other.forRequest(Orders.class, LIST))).containsExactly("a*3");
        assertThat(other.forRequest(Orders.class, LIST).get(0).policy().limit()).isPresent();
        assertThat(other.configured().get(0).policy().limit()).isEmpty();
    }

    @Test
    void aMethodBelongsToItsBeanClass() {
        LimitedMethod list = Fixture.limited(SpecialOrders.class, LIST, FakeRateLimit.of("limit", 5L));
        PolicyRegistry registry = Fixture.resolve(new FakeProperties(), list).registry();
        assertThat(registry.uses(SpecialOrders.class, LIST)).hasSize(1);
        assertThat(registry.uses(Orders.class, LIST)).isEmpty();
        assertThat(registry.knows(SpecialOrders.class, LIST)).isTrue();
        assertThat(registry.knows(Orders.class, LIST)).isFalse();
    }

    @Test
    void aLookUpAnswersTheSameListEachTime() {
        LimitedMethod list = Fixture.resource(LIST, FakeRateLimit.of("limit", 5L));
        PolicyRegistry registry = Fixture.resolve(FakeProperties.of("ratelimit.policies", "a"), list)
                .registry();
        assertThat(registry.forRequest(Orders.class, LIST)).isSameAs(registry.forRequest(Orders.class, LIST));
        assertThat(registry.forRequest(Orders.class, SEARCH)).isSameAs(registry.configured());
    }

    @Test
    void aLateMethodJoins() {
        PolicyResolver resolver = new PolicyResolver(
                FakeProperties.of("ratelimit.policies", "a", ORDERS + "/list/RateLimit/limit", "2"), Fixture.SUPPORTED);
        PolicyRegistry registry = resolver.resolve(List.of()).registry();
        LateResolution late = resolver.resolveLate(List.of(Fixture.resource(LIST, FakeRateLimit.of("limit", 5L))));
        assertThat(late.wrong()).isEmpty();
        List<PolicyUse> uses = registry.forRequest(Orders.class, LIST);
        assertThat(names(uses)).containsExactly("a*1", ORDERS + "#list()*1");
        assertThat(uses.get(1).policy().limit().orElseThrow().permits()).isEqualTo(2);
        assertThat(registry.policy(ORDERS + "#list()")).isPresent();
        LimitedMethod again = Fixture.resource(LIST, FakeRateLimit.of("limit", 5L), FakeRateLimit.of("limit", 6L));
        assertThat(resolver.resolveLate(List.of(again)).warnings()).isEmpty();
        assertThat(registry.forRequest(Orders.class, LIST)).as("known already").isEqualTo(uses);
    }

    @Test
    void lateMethodsShareThePoliciesOfTheirNames() {
        LimitedMethod list = Fixture.resource(LIST, FakeRateLimit.of("name", "orders", "limit", 5L));
        PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
        PolicyRegistry registry = resolver.resolve(List.of(list)).registry();
        LateResolution same = resolver.resolveLate(
                List.of(Fixture.resource(SEARCH, FakeRateLimit.of("name", "orders", "limit", 5L, "cost", 2L))));
        assertThat(same.wrong()).isEmpty();
        assertThat(names(registry.forRequest(Orders.class, SEARCH))).containsExactly("orders*2");
        assertThat(registry.forRequest(Orders.class, SEARCH).get(0).policy())
                .isEqualTo(registry.forRequest(Orders.class, LIST).get(0).policy());
        LimitedMethod find = Fixture.resource(FIND, FakeRateLimit.of("name", "orders", "limit", 6L));
        LateResolution other = resolver.resolveLate(List.of(find));
        assertThat(mistakes(other, find)).singleElement().asString().startsWith("HG0206");
        assertThat(registry.knows(Orders.class, FIND)).isFalse();
    }

    @Test
    void lateMethodsOfOneClassCompleteEachOtherInAnyOrder() {
        LimitedMethod large = Fixture.resource(LIST, FakeRateLimit.of("name", "reports", "cost", 2L));
        LimitedMethod small =
                Fixture.resource(SEARCH, FakeRateLimit.of("name", "reports", "limit", 3L, "window", "1h"));
        for (List<LimitedMethod> order : List.of(List.of(large, small), List.of(small, large))) {
            PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
            PolicyRegistry registry = resolver.resolve(List.of()).registry();
            assertThat(resolver.resolveLate(order).wrong()).isEmpty();
            assertThat(names(registry.forRequest(Orders.class, LIST))).containsExactly("reports*2");
            assertThat(registry.policy("reports").orElseThrow().limit().orElseThrow())
                    .isEqualTo(Limit.of(3, Duration.ofHours(1)));
        }
    }

    @Test
    void aLateAnnotationSetsWhatNobodySetSoFar() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "orders", "limit", 4L));
        PolicyResolver resolver =
                new PolicyResolver(FakeProperties.of("ratelimit.default.window", "2m"), Fixture.SUPPORTED);
        PolicyRegistry registry = resolver.resolve(List.of(list)).registry();
        LimitedMethod search = Fixture.resource(SEARCH, FakeRateLimit.of("name", "orders", "window", "1h"));
        assertThat(resolver.resolveLate(List.of(search)).wrong()).isEmpty();
        Limit completed = Limit.of(4, Duration.ofHours(1));
        assertThat(registry.policy("orders").orElseThrow().limit()).contains(completed);
        assertThat(registry.uses(Orders.class, LIST).get(0).policy().limit()).contains(completed);
        assertThat(registry.forRequest(Orders.class, SEARCH).get(0).policy().limit())
                .contains(completed);
    }

    @Test
    void aLateAnnotationCompletesAConfiguredPolicyToo() {
        PolicyResolver resolver = new PolicyResolver(FakeProperties.of("ratelimit.policies", "a"), Fixture.SUPPORTED);
        PolicyRegistry registry = resolver.resolve(List.of()).registry();
        LimitedMethod list = Fixture.resource(LIST, FakeRateLimit.of("name", "a", "limit", 4L));
        assertThat(resolver.resolveLate(List.of(list)).wrong()).isEmpty();
        assertThat(registry.configured().get(0).policy().limit()).contains(Limit.of(4, Duration.ofMinutes(1)));
    }

    @Test
    void aLateAnnotationCannotChangeWhatSomebodySet() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "a", "ratelimit.policy.a.limit", "4", ORDERS + "/list/RateLimit/limit", "6");
        PolicyResolver resolver = started(properties);
        LimitedMethod list = Fixture.resource(LIST, FakeRateLimit.of("name", "a"));
        assertThat(mistakes(resolver.resolveLate(List.of(list)), list))
                .containsExactly("HG0213: @RateLimit on " + ORDERS + "#list(): policy a is in force with other values"
                        + " that somebody set; set them in ratelimit.policy.a.*, or use another name");
        assertThat(resolver.resolveLate(List.of(Fixture.resource(SEARCH, FakeRateLimit.of("name", "a"))))
                        .wrong())
                .as("a refused method leaves nothing behind")
                .isEmpty();
    }

    @Test
    void aMistakeRefusesTheMethodsThatNameItsPolicyAndNoOther() {
        LimitedMethod two = Fixture.resource(
                LIST, FakeRateLimit.of("name", "orders", "limit", 2L), FakeRateLimit.of("name", "other"));
        LimitedMethod three = Fixture.resource(SEARCH, FakeRateLimit.of("name", "orders", "limit", 3L));
        LimitedMethod other = Fixture.resource(FIND, FakeRateLimit.of("name", "other", "limit", 9L));
        PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
        PolicyRegistry registry = resolver.resolve(List.of()).registry();
        LateResolution late = resolver.resolveLate(List.of(two, three, other));
        assertThat(late.wrong()).containsOnlyKeys(two, three);
        assertThat(mistakes(late, two)).isEqualTo(mistakes(late, three)).hasSize(1);
        assertThat(registry.names()).containsExactly("other");
        assertThat(names(registry.forRequest(Orders.class, FIND))).containsExactly("other*1");
        assertThat(registry.knows(Orders.class, LIST)).isFalse();
    }

    @Test
    void aValueThatChangedMeanwhileIsNotSeen() {
        FakeProperties properties = FakeProperties.of("ratelimit.policy.orders.limit", "5");
        PolicyResolver resolver = new PolicyResolver(properties, Fixture.SUPPORTED);
        PolicyRegistry registry = resolver.resolve(List.of(Fixture.limited(LIST, FakeRateLimit.of("name", "orders"))))
                .registry();
        properties.set("ratelimit.policy.orders.limit", "6");
        assertThat(resolver.resolveLate(List.of(Fixture.resource(SEARCH, FakeRateLimit.of("name", "orders"))))
                        .wrong())
                .isEmpty();
        assertThat(registry.policy("orders").orElseThrow().limit().orElseThrow().permits())
                .isEqualTo(5);
    }

    @Test
    void lateMistakesAreToldEachTime() {
        PolicyResolver resolver = started(new FakeProperties());
        LimitedMethod list = Fixture.resource(LIST, FakeRateLimit.of("limit", -1L));
        assertThat(mistakes(resolver.resolveLate(List.of(list)), list)).hasSize(1);
        assertThat(mistakes(resolver.resolveLate(List.of(list)), list)).hasSize(1);
    }

    @Test
    void theApplicationStartsOnceAndFirst() {
        PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", 5L));
        assertThatIllegalStateException().isThrownBy(() -> resolver.resolveLate(List.of(list)));
        resolver.resolve(List.of());
        assertThatIllegalStateException().isThrownBy(() -> resolver.resolve(List.of()));
    }

    @Test
    void manyThreadsMeetOneMethodOnce() throws Exception {
        int threads = 8;
        PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
        PolicyRegistry registry = resolver.resolve(List.of()).registry();
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "orders", "limit", 5L));
        LimitedMethod search = Fixture.limited(SEARCH, FakeRateLimit.of("name", "orders", "limit", 5L));
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<LateResolution>> answers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                LimitedMethod mine = i % 2 == 0 ? list : search;
                Callable<LateResolution> task = () -> {
                    barrier.await();
                    return resolver.resolveLate(List.of(mine));
                };
                answers.add(pool.submit(task));
            }
            for (Future<LateResolution> answer : answers) {
                assertThat(answer.get().wrong()).isEmpty();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(registry.uses(Orders.class, LIST)).isEqualTo(registry.uses(Orders.class, SEARCH));
        assertThat(registry.names()).containsExactly("orders");
    }
}
