package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.headgate.internal.policy.Fixture.Orders;
import io.headgate.internal.policy.Fixture.SpecialOrders;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    @Test
    void configuredPoliciesComeFirstAndASharedOneOnce() {
        LimitedMethod list =
                Fixture.limited(LIST, FakeRateLimit.of("name", "own"), FakeRateLimit.of("name", "b", "cost", 3L));
        FakeProperties properties = FakeProperties.of("ratelimit.policies", "a,b,c", "ratelimit.policies.manual", "m");
        PolicyRegistry registry = Fixture.resolve(properties, list).registry();
        assertThat(names(registry.configured())).containsExactly("a*1", "b*1", "c*1");
        assertThat(names(registry.uses(Orders.class, LIST))).containsExactly("own*1", "b*3");
        assertThat(names(registry.forRequest(Orders.class, LIST))).containsExactly("a*1", "b*3", "c*1", "own*1");
        assertThat(registry.names()).containsExactlyInAnyOrder("a", "b", "c", "m", "own");
        assertThat(registry.policy("m")).isPresent();
        assertThat(registry.policy("nobody")).isEmpty();
    }

    @Test
    void anAnnotationThatIsOffLeavesTheConfiguredPolicyAlone() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "a", "cost", 3L));
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
        registry.learnUnlimited(Orders.class, LIST);
        assertThat(registry.knows(Orders.class, LIST)).isTrue();
        assertThat(registry.uses(Orders.class, LIST)).isEmpty();
    }

    @Test
    void aLookUpAnswersTheSameListEachTime() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", 5L));
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
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", 5L), FakeRateLimit.of("limit", 6L));
        LateResolution late = resolver.resolveLate(Fixture.limited(LIST, FakeRateLimit.of("limit", 5L)));
        assertThat(late.mistakes()).isEmpty();
        assertThat(late.uses()).hasSize(1);
        assertThat(late.uses().get(0).policy().limit().orElseThrow().permits()).isEqualTo(2);
        assertThat(registry.uses(Orders.class, LIST)).isEqualTo(late.uses());
        assertThat(names(registry.forRequest(Orders.class, LIST))).containsExactly("a*1", ORDERS + "#list()*1");
        assertThat(registry.policy(ORDERS + "#list()")).isPresent();
        assertThat(resolver.resolveLate(list).uses()).as("known already").isEqualTo(late.uses());
    }

    @Test
    void aLateMethodSharesThePoliciesOfItsNames() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "orders", "limit", 5L));
        PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
        Resolution start = resolver.resolve(List.of(list));
        LateResolution same = resolver.resolveLate(
                Fixture.limited(SEARCH, FakeRateLimit.of("name", "orders", "limit", 5L, "cost", 2L)));
        assertThat(same.mistakes()).isEmpty();
        assertThat(names(same.uses())).containsExactly("orders*2");
        assertThat(same.uses().get(0).policy())
                .isEqualTo(Fixture.use(start, list).policy());
        LateResolution other =
                resolver.resolveLate(Fixture.limited(FIND, FakeRateLimit.of("name", "orders", "limit", 6L)));
        assertThat(other.uses()).isEmpty();
        assertThat(other.mistakes()).extracting(Mistake::number).contains("HG0206");
        assertThat(start.registry().knows(Orders.class, FIND)).isFalse();
    }

    @Test
    void aLateAnnotationCannotChangeWhatIsInForce() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "orders"));
        PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
        resolver.resolve(List.of(list));
        LateResolution late =
                resolver.resolveLate(Fixture.limited(SEARCH, FakeRateLimit.of("name", "orders", "limit", 6L)));
        assertThat(late.mistakes())
                .extracting(Mistake::toString)
                .containsExactly("HG0213: @RateLimit on " + ORDERS + "#search(): policy orders is in force with other"
                        + " values since the start; set them in ratelimit.policy.orders.*, or use another name");
        assertThat(resolver.resolveLate(Fixture.limited(FIND, FakeRateLimit.of("name", "orders")))
                        .mistakes())
                .as("a refused method leaves nothing behind")
                .isEmpty();
    }

    @Test
    void aValueThatChangedMeanwhileIsNotSeen() {
        FakeProperties properties = FakeProperties.of("ratelimit.policy.orders.limit", "5");
        PolicyResolver resolver = new PolicyResolver(properties, Fixture.SUPPORTED);
        resolver.resolve(List.of(Fixture.limited(LIST, FakeRateLimit.of("name", "orders"))));
        properties.set("ratelimit.policy.orders.limit", "6");
        LateResolution late = resolver.resolveLate(Fixture.limited(SEARCH, FakeRateLimit.of("name", "orders")));
        assertThat(late.mistakes()).isEmpty();
        assertThat(late.uses().get(0).policy().limit().orElseThrow().permits()).isEqualTo(5);
    }

    @Test
    void lateMistakesAreToldEachTime() {
        PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
        resolver.resolve(List.of());
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", -1L));
        assertThat(resolver.resolveLate(list).mistakes()).hasSize(1);
        assertThat(resolver.resolveLate(list).mistakes()).hasSize(1);
    }

    @Test
    void theApplicationStartsOnceAndFirst() {
        PolicyResolver resolver = new PolicyResolver(new FakeProperties(), Fixture.SUPPORTED);
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", 5L));
        assertThatIllegalStateException().isThrownBy(() -> resolver.resolveLate(list));
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
                    return resolver.resolveLate(mine);
                };
                answers.add(pool.submit(task));
            }
            Set<LateResolution> distinct = new HashSet<>();
            for (Future<LateResolution> answer : answers) {
                assertThat(answer.get().mistakes()).isEmpty();
                distinct.add(answer.get());
            }
            assertThat(distinct).as("equal policies for both methods").hasSize(1);
        } finally {
            pool.shutdownNow();
        }
        assertThat(registry.uses(Orders.class, LIST)).isEqualTo(registry.uses(Orders.class, SEARCH));
        assertThat(registry.names()).containsExactly("orders");
    }
}
