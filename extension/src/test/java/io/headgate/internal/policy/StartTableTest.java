package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimit;
import io.headgate.internal.policy.Fixture.Orders;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class StartTableTest {

    private static final Method LIST = Fixture.method(Orders.class, "list");
    private static final String ORDERS = Orders.class.getName();

    private static String[] table(FakeProperties properties, LimitedMethod... methods) {
        return Fixture.resolve(properties, methods).startTable().text().split("\n");
    }

    @Test
    void showsEachNumberAndItsSource() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "orders", "limit", 60L, "cost", 2L));
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies",
                "global",
                "ratelimit.policy.global.limit",
                "1000",
                "ratelimit.policy.global.key",
                "global",
                "ratelimit.default.window",
                "PT30S",
                ORDERS + "/list/RateLimit/window",
                "90s");
        assertThat(table(properties, list))
                .containsExactly(
                        "policy  limit  window  algorithm       cost  key        applies to",
                        "global  1000   30s     sliding-window  1     global     every request",
                        "    limit: ratelimit.policy.global.limit (test.properties); window: ratelimit.default.window"
                                + " (test.properties); algorithm, cost, on-store-failure local, enabled, shadow: default;"
                                + " key: ratelimit.policy.global.key (test.properties)",
                        "orders  60     90s     sliding-window  2     user | ip  " + ORDERS + "#list()",
                        "    limit, cost: annotation; window: " + ORDERS + "/list/RateLimit/window (test.properties);"
                                + " algorithm, key, on-store-failure local, enabled, shadow: default");
    }

    @Test
    void showsWhatIsOffUnlimitedOrInRehearsal() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "a,b,c",
                "ratelimit.policies.manual", "d",
                "ratelimit.policy.a.enabled", "false",
                "ratelimit.policy.b.limit", "unlimited",
                "ratelimit.policy.c.shadow", "true",
                "ratelimit.policy.c.unless", "user",
                "ratelimit.policy.d.cost", "5");
        assertThat(table(properties))
                .anyMatch(line -> line.startsWith("a       100 (off)     1m"))
                .anyMatch(line -> line.startsWith("b       unlimited     1m"))
                .anyMatch(line -> line.startsWith("c       100 (shadow)  1m"))
                .anyMatch(line -> line.matches("d +100 +1m +sliding-window +5 +named by code +RateLimiter"))
                .anyMatch(line -> line.contains("cost: ratelimit.policy.d.cost (test.properties)"))
                .anyMatch(line -> line.contains("enabled: ratelimit.policy.a.enabled (test.properties)"))
                .anyMatch(line -> line.contains("unless user: ratelimit.policy.c.unless (test.properties)"));
    }

    @Test
    void saysWhereASharedPolicyApplies() {
        RateLimit annotation = FakeRateLimit.of("name", "all", "cost", 2L);
        LimitedMethod list = Fixture.byClass(LIST, annotation);
        LimitedMethod search = Fixture.byClass(Fixture.method(Orders.class, "search"), annotation);
        assertThat(table(FakeProperties.of("ratelimit.policies", "all"), list, search))
                .anyMatch(line -> line.startsWith("all ")
                        && line.contains(" 1, 2 ")
                        && line.endsWith("every request, 2 methods"));
    }

    @Test
    void saysThatEverythingIsOffOrThatThereIsNothing() {
        assertThat(table(new FakeProperties())).containsExactly("no policies");
        assertThat(table(FakeProperties.of("ratelimit.enabled", "false", "ratelimit.policies", "a")))
                .startsWith("switched off by ratelimit.enabled, every call passes")
                .hasSize(4);
    }
}
