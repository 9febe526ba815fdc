package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Count;
import io.headgate.Limit;
import io.headgate.OnStoreFailure;
import io.headgate.internal.policy.Fixture.Orders;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stops the deployment, and how it is told. */
class MistakesTest {

    private static final Method LIST = Fixture.method(Orders.class, "list");
    private static final String ORDERS = Orders.class.getName();
    private static final String ON_LIST = " on " + ORDERS + "#list() = ";

    private static List<String> ofAnnotation(Object... members) {
        return Fixture.mistakes(
                Fixture.resolve(new FakeProperties(), Fixture.limited(LIST, FakeRateLimit.of(members))));
    }

    private static List<String> ofProperty(String param, String value) {
        String name = "ratelimit.policy.all." + param;
        List<String> mistakes =
                Fixture.mistakes(Fixture.resolve(FakeProperties.of("ratelimit.policies", "all", name, value)));
        assertThat(mistakes).allMatch(text -> text.contains(name));
        return mistakes;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
        PT0S               > 'PT0S' is out of range, allowed are 1ms to 3650d
        PT-1S              > 'PT-1S' is out of range, allowed are 1ms to 3650d
        PT0.0000001S       > 'PT0.0000001S' is out of range
        PT0.0015S          > 'PT0.0015S' is too fine, allowed are whole milliseconds
        3651d              > '3651d' is out of range, allowed are 1ms to 3650d
        PT2562047788015215H > is out of range
        9999999999999d     > out of range
        99999999999999999d > too long
        abc                > 'abc' is no duration
        60                 > a number needs a unit
        P2M                > 'P2M' is no window: of the calendar there are P1D, P1W, P1M and P1Y, for another length write days, such as 90d
        P12M               > is no window
        P0W                > is no window
        -P1M               > is no window
        P1M1D              > is no window
        P1MT1H             > is no window
        """)
    void f01_f03_windowsOutsideTheRange(String window, String message) {
        assertThat(ofProperty("window", window)).singleElement().asString().contains(message);
        assertThat(ofAnnotation("window", window))
                .singleElement()
                .asString()
                .contains("@RateLimit(window)" + ON_LIST + "'" + window + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "P1W, sliding-window, week, 7d",
        "P1M, sliding-window, month, 31d",
        "p1y, sliding-log,    year, 366d",
        "P1M, token-bucket,   month, 31d",
    })
    void f11_onlyAFixedWindowHasACalendar(String window, String algorithm, String part, String length) {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "all",
                "ratelimit.policy.all.window", window,
                "ratelimit.policy.all.algorithm", algorithm);

        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .containsExactly("HG0216: ratelimit.policy.all.window = '" + window + "' (from test.properties): '"
                        + window.toUpperCase(Locale.ROOT) + "' is a " + part
                        + " of the calendar, which only fixed-window counts by, and the algorithm is " + algorithm
                        + ": set algorithm to fixed-window, or write a length, such as " + length);
    }

    @ParameterizedTest
    @CsvSource({"-1", "-9223372036854775807", "1000000000001", "9223372036854775807"})
    void f01_limitsOutsideTheRange(long limit) {
        assertThat(ofAnnotation("limit", limit))
                .containsExactly("HG0200: @RateLimit(limit)" + ON_LIST + "'" + limit + "': '" + limit
                        + "' is not allowed, allowed are whole numbers from 0 to 1000000000000, or unlimited");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1000000000001"})
    void f01_costsOutsideTheRange(long cost) {
        assertThat(ofAnnotation("cost", cost))
                .containsExactly("HG0200: @RateLimit(cost)" + ON_LIST + "'" + cost + "': '" + cost
                        + "' is not allowed, allowed are whole numbers from 1 to 1000000000000");
    }

    @Test
    void f01_limitZeroDeniesAllAndIsAllowed() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", 0L, "cost", 5L));
        Resolution resolution = Fixture.resolve(new FakeProperties(), list);
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(Fixture.permits(resolution, list)).isZero();
    }

    @Test
    void f03_theEdgesOfTheRangeAreAllowed() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", Limit.MAX_PERMITS, "window", "PT87600H"));
        Resolution resolution = Fixture.resolve(new FakeProperties(), list);
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(Fixture.use(resolution, list).policy().limit())
                .contains(Limit.of(Limit.MAX_PERMITS, Duration.ofDays(3650)));
        assertThat(ofAnnotation("window", "1ms")).isEmpty();
    }

    @Test
    void f01_aFixedWindowIsAtLeastTenMilliseconds() {
        assertThat(ofAnnotation("window", "9ms", "algorithm", new Algorithm[] {Algorithm.FIXED_WINDOW}))
                .singleElement()
                .asString()
                .startsWith("HG0200: @RateLimit(window)" + ON_LIST + "'9ms': ")
                .contains("PT0.01S");
        assertThat(ofAnnotation("window", "10ms", "algorithm", new Algorithm[] {Algorithm.FIXED_WINDOW}))
                .isEmpty();
    }

    @Test
    void f04_aCostAboveTheLimitIsAMistake() {
        assertThat(ofAnnotation("limit", 4L, "cost", 5L))
                .containsExactly("HG0210: @RateLimit(cost)" + ON_LIST
                        + "'5': a cost above the limit never passes, allowed are 1 to 4, the limit by annotation");
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "all", "ratelimit.policy.all.limit", "4", "ratelimit.default.cost", "5");
        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .containsExactly(
                        "HG0210: ratelimit.default.cost = '5' (from test.properties): a cost above the limit never"
                                + " passes, allowed are 1 to 4, the limit by ratelimit.policy.all.limit"
                                + " (test.properties)");
        assertThat(Fixture.resolve(properties.set("ratelimit.policy.all.limit", "unlimited"))
                        .mistakes())
                .isEmpty();
    }

    @Test
    void theCostOfAManualPolicyIsCheckedToo() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies.manual", "m", "ratelimit.policy.m.limit", "4", "ratelimit.policy.m.cost", "5");
        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .containsExactly("HG0210: ratelimit.policy.m.cost = '5' (from test.properties): a cost above the limit"
                        + " never passes, allowed are 1 to 4, the limit by ratelimit.policy.m.limit (test.properties)");
    }

    @ParameterizedTest
    @CsvSource({"key, user", "unless, role:admin", "count, all", "unless, user"})
    void whatOnlyRequestsHaveIsAMistakeWhereCodeNamesTheSubject(String param, String value) {
        String property = "ratelimit.policy.m." + param;
        FakeProperties properties = FakeProperties.of("ratelimit.policies.manual", "m", property, value);
        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .contains("HG0214: " + property + " = '" + value
                        + "' (from test.properties): only code asks policy m, and"
                        + " names the subject itself: remove this, or list the policy in ratelimit.policies");
        assertThat(Fixture.mistakes(Fixture.resolve(properties, Fixture.limited(LIST, FakeRateLimit.of("name", "m")))))
                .as("an annotation names it too")
                .noneMatch(mistake -> mistake.startsWith("HG0214"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
        limit            > abc              > HG0200 > 'abc' is not allowed, allowed are whole numbers from 0 to 1000000000000, or unlimited
        limit            > 1.5              > HG0200 > '1.5' is not allowed
        limit            > 1e3              > HG0200 > ''
        limit            > 1_000            > HG0200 > ''
        limit            > +7               > HG0200 > ''
        limit            > 0x10             > HG0200 > ''
        limit            > 99999999999999999999999999 > HG0200 > ''
        limit            > -9223372036854775808 > HG0200 > ''
        cost             > 0                > HG0200 > ''
        cost             > unlimited        > HG0200 > ''
        algorithm        > slidingwindow    > HG0200 > did you mean 'sliding-window'?
        count            > failures         > HG0203 > is not supported by this version, allowed is all
        count            > SUCCESSES        > HG0203 > ''
        count            > none             > HG0200 > ''
        on-store-failure > open             > HG0200 > allowed are local, allow, deny
        key              > usr              > HG0200 > did you mean 'user'?
        key              > role:admin       > HG0200 > not supported by this version
        unless           > ip |             > HG0200 > expected a kind
        enabled          > off              > HG0200 > ''
        shadow           > 1                > HG0200 > ''
        burst            > 5                > HG0211 > only token-bucket knows this, and the algorithm is sliding-window
        max-wait         > 5s               > HG0211 > only leaky-bucket knows this, and the algorithm is sliding-window
        enforce          > 50               > HG0202 > not supported by this version
        paths            > /a               > HG0202 > ''
        methods          > GET              > HG0202 > ''
        lease            > 10               > HG0202 > ''
        tier.gold.limit  > 10               > HG0202 > ''
        """)
    void c17_wrongValuesOfAPolicy(String param, String value, String number, String message) {
        assertThat(ofProperty(param, value))
                .singleElement()
                .asString()
                .startsWith(number)
                .contains(message);
    }

    @Test
    void annotationsAreCheckedLikeProperties() {
        assertThat(ofAnnotation("algorithm", new Algorithm[] {Algorithm.REDISSON}, "maxWait", "5s"))
                .singleElement()
                .asString()
                .startsWith("HG0211: @RateLimit(maxWait)" + ON_LIST + "'5s'");
        assertThat(ofAnnotation("algorithm", new Algorithm[] {Algorithm.FIXED_WINDOW, Algorithm.SLIDING_WINDOW}))
                .singleElement()
                .asString()
                .contains("'FIXED_WINDOW, SLIDING_WINDOW' is not allowed");
        assertThat(ofAnnotation("count", new Count[] {Count.FAILURES}))
                .singleElement()
                .asString()
                .startsWith("HG0203");
        assertThat(ofAnnotation("maxWait", "5s")).singleElement().asString().startsWith("HG0211");
        assertThat(ofAnnotation("key", "role:a")).singleElement().asString().contains("not supported by this version");
        for (OnStoreFailure any : OnStoreFailure.values()) {
            assertThat(ofAnnotation("onStoreFailure", new OnStoreFailure[] {any}))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
        token-bucket > burst > 0             > HG0200 > '0' is not allowed, allowed are whole numbers from 1 to 1000000000000
        token-bucket > burst > -1            > HG0200 > ''
        token-bucket > burst > 1000000000001 > HG0200 > ''
        token-bucket > burst > unlimited     > HG0200 > ''
        token-bucket > burst > 1000000000000 > HG0200 > must be remembered for PT166666666H40M, allowed are at most PT175200H
        token-bucket > cost  > 101           > HG0210 > a cost above the limit never passes, allowed are 1 to 100
        sliding-log  > limit > 10001         > HG0215 > keeps an entry for each permit, allowed are 0 to 10000
        redisson     > limit > 2147483648    > HG0217 > counts in 32 bits, allowed are 0 to 2147483647
        redisson     > burst > 5             > HG0211 > only token-bucket knows this, and the algorithm is redisson
        redisson     > cost  > 101           > HG0210 > a cost above the limit never passes, allowed are 1 to 100
        sliding-log  > burst > 5             > HG0211 > only token-bucket knows this, and the algorithm is sliding-log
        token-bucket > max-wait > 5s         > HG0211 > only leaky-bucket knows this, and the algorithm is token-bucket
        leaky-bucket > burst > 5             > HG0211 > only token-bucket knows this, and the algorithm is leaky-bucket
        leaky-bucket > cost  > 101           > HG0210 > a cost above the limit never passes, allowed are 1 to 100
        leaky-bucket > max-wait > 5          > HG0200 > a number needs a unit
        leaky-bucket > max-wait > -5s        > HG0200 > ''
        leaky-bucket > max-wait > 3651d      > HG0200 > out of range, allowed are 0s to 3650d
        leaky-bucket > max-wait > PT0.0001S  > HG0200 > allowed are whole milliseconds
        leaky-bucket > window > 0s           > HG0200 > out of range, allowed are 1ms to 3650d
        """)
    void f04_wrongValuesOfAnAlgorithm(String algorithm, String param, String value, String number, String message) {
        FakeProperties properties = FakeProperties.of("ratelimit.policies", "all");
        properties.set("ratelimit.policy.all.algorithm", algorithm);
        properties.set("ratelimit.policy.all." + param, value);

        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .singleElement()
                .asString()
                .startsWith(number + ": ratelimit.policy.all." + param)
                .contains(message);
    }

    @Test
    void f03_moreWaitingCallsThanCanBeCountedAreAMistake() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "all",
                "ratelimit.policy.all.algorithm", "leaky-bucket",
                "ratelimit.policy.all.limit", "1000000000000",
                "ratelimit.policy.all.window", "1ms",
                "ratelimit.policy.all.max-wait", "1h");
        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .singleElement()
                .asString()
                .startsWith("HG0200: ratelimit.policy.all.max-wait = '1h'")
                .contains("maxWait is PT1H, with 1000000000000 permits per PT0.001S too many could wait to be counted");

        properties.set("ratelimit.policy.all.max-wait", "0s");
        assertThat(Fixture.mistakes(Fixture.resolve(properties))).isEmpty();
    }

    @Test
    void aCostUpToTheBurstIsAllowedAndOneAboveItIsNot() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "all",
                "ratelimit.policy.all.algorithm", "token-bucket",
                "ratelimit.policy.all.limit", "5",
                "ratelimit.policy.all.burst", "20",
                "ratelimit.policy.all.cost", "20");
        assertThat(Fixture.mistakes(Fixture.resolve(properties))).isEmpty();

        properties.set("ratelimit.policy.all.cost", "21");
        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .containsExactly(
                        "HG0210: ratelimit.policy.all.cost = '21' (from test.properties): a cost above the burst never"
                                + " passes, allowed are 1 to 20, the burst by ratelimit.policy.all.burst"
                                + " (test.properties)");
    }

    @Test
    void aLogMayBeAsLongAsConfigured() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies", "all",
                "ratelimit.policy.all.algorithm", "sliding-log",
                "ratelimit.policy.all.limit", "20000",
                "ratelimit.log.max-entries", "20000");
        assertThat(Fixture.mistakes(Fixture.resolve(properties))).isEmpty();

        properties.set("ratelimit.policy.all.limit", "unlimited");
        assertThat(Fixture.mistakes(Fixture.resolve(properties))).isEmpty();
    }

    @Test
    void aHiddenWrongValueIsAMistakeToo() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", -1L));
        FakeProperties properties = FakeProperties.of(
                ORDERS + "/list/RateLimit/limit",
                "5",
                "ratelimit.override.limit",
                "abc",
                "ratelimit.default.limit",
                "x");
        assertThat(Fixture.mistakes(Fixture.resolve(properties, list))).hasSize(3);
    }

    @Test
    void valuesForAllPoliciesAreCheckedWhereThereIsNone() {
        FakeProperties properties = FakeProperties.of(
                "ratelimit.default.limit", "abc",
                "ratelimit.override.window", "60",
                "ratelimit.default.burst", "0",
                "ratelimit.default.enforce", "5");
        assertThat(Fixture.mistakes(Fixture.resolve(properties)))
                .hasSize(4)
                .anyMatch(text -> text.startsWith("HG0200: ratelimit.default.limit"))
                .anyMatch(text -> text.startsWith("HG0200: ratelimit.override.window"))
                .anyMatch(text -> text.startsWith("HG0200: ratelimit.default.burst"))
                .anyMatch(text -> text.startsWith("HG0202: ratelimit.default.enforce"));
    }

    @Test
    void whatCannotBeReadIsAMistakeThatNamesTheProperty() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", 5L));
        FakeProperties properties = new FakeProperties()
                .unreadable(ORDERS + "/list/RateLimit/limit")
                .unreadable("ratelimit.body")
                .unreadable("ratelimit.default.window");
        Resolution resolution = Fixture.resolve(properties, list);
        assertThat(Fixture.mistakes(resolution))
                .containsExactlyInAnyOrder(
                        "HG0201: ratelimit.body cannot be read: no value for expression NOPE",
                        "HG0201: ratelimit.default.window cannot be read: no value for expression NOPE",
                        "HG0201: " + ORDERS + "/list/RateLimit/limit cannot be read: no value for expression NOPE");
        assertThat(Fixture.permits(resolution, list)).isEqualTo(5);
    }

    @Test
    void allMistakesAreReportedTogether() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("limit", -1L, "window", "1M", "key", "usr"));
        LimitedMethod search = Fixture.limited(
                Fixture.method(Orders.class, "search"), FakeRateLimit.of("name", "bad name", "cost", 0L));
        FakeProperties properties = FakeProperties.of(
                "ratelimit.body", "html",
                "ratelimit.tier", "claim:plan",
                "ratelimit.policies", "all,all",
                "ratelimit.policy.all.limit", "1.5",
                "ratelimit.policy.all.paths", "/a");
        Resolution resolution = Fixture.resolve(properties, list, search);
        assertThat(resolution.mistakes())
                .extracting(Mistake::number)
                .containsExactlyInAnyOrder(
                        "HG0200", "HG0200", "HG0200", "HG0204", "HG0200", "HG0200", "HG0202", "HG0212", "HG0200",
                        "HG0202");
        assertThat(resolution.registry().names()).as("what could be understood").hasSize(3);
    }

    @Test
    void whatIsSwitchedOffIsCheckedAllTheSame() {
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", "orders", "limit", -1L));
        assertThat(Fixture.mistakes(Fixture.resolve(FakeProperties.of("ratelimit.enabled", "false"), list)))
                .hasSize(1);
        assertThat(Fixture.mistakes(
                        Fixture.resolve(FakeProperties.of("ratelimit.policy.orders.enabled", "false"), list)))
                .hasSize(1);
    }

    @Test
    void messagesAreSafeToLog() {
        String nasty = "x\u0000\u001b[2J\r\nWARN forged\u202e" + "y".repeat(10_000);
        LimitedMethod list = Fixture.limited(LIST, FakeRateLimit.of("name", nasty, "key", nasty, "window", nasty));
        FakeProperties properties = FakeProperties.of(
                "ratelimit.policies",
                nasty,
                "ratelimit.body",
                nasty,
                "ratelimit.api-key.header",
                nasty,
                "ratelimit.policy." + nasty + ".limit",
                nasty,
                "ratelimit." + nasty,
                nasty,
                nasty + "/RateLimit/limit",
                nasty,
                "ratelimit.default.key",
                nasty);
        Resolution resolution = Fixture.resolve(properties, list);
        assertThat(resolution.mistakes()).hasSize(7);
        assertThat(resolution.warnings()).hasSize(3);
        assertThat(Fixture.mistakes(resolution)).allMatch(MistakesTest::isSafe);
        assertThat(Fixture.warnings(resolution)).allMatch(MistakesTest::isSafe);
        assertThat(resolution.startTable().text().replace("\n", "")).matches(MistakesTest::isSafe);
    }

    private static boolean isSafe(String text) {
        return text.length() < 5_000 && text.chars().noneMatch(c -> Character.isISOControl(c) || c == '\u202e');
    }

    @Test
    void randomValuesAreReadOrReportedAndNothingElse() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] pieces = {
            "1",
            "0",
            "-",
            "9999999999999999999",
            "m",
            "s",
            "P",
            "T",
            "user",
            "ip",
            "|",
            "+",
            "true",
            "all",
            "deny",
            ",",
            " ",
            "none",
            "ietf",
            "fixed-window",
            "header:",
            "unlimited",
            "\u0000",
            "\ud800",
            "%",
            "${x}",
            "é",
            "\n"
        };
        List<String> names = KnownProperties.application().stream()
                .map(KnownProperties.Entry::name)
                .toList();
        List<String> params = KnownProperties.params().stream()
                .map(KnownProperties.Entry::name)
                .toList();
        String[] prefixes = {
            "ratelimit.policy.all.", "ratelimit.default.", "ratelimit.override.", ORDERS + "/list/RateLimit/"
        };
        for (int i = 0; i < 3_000; i++) {
            FakeProperties properties = FakeProperties.of("ratelimit.policies", "all");
            for (int j = random.nextInt(8); j > 0; j--) {
                String name = random.nextBoolean()
                        ? names.get(random.nextInt(names.size()))
                        : prefixes[random.nextInt(prefixes.length)] + params.get(random.nextInt(params.size()));
                properties.set(name, text(random, pieces));
            }
            LimitedMethod list = Fixture.limited(
                    LIST,
                    FakeRateLimit.of(
                            "name", text(random, pieces), "limit", random.nextLong(), "window", text(random, pieces)));
            try {
                Resolution resolution = Fixture.resolve(properties, list);
                assertThat(Fixture.mistakes(resolution)).allMatch(text -> text.matches("HG0[23][0-9]{2}: .*"));
                resolution.startTable().text();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + properties.names(), e);
            }
        }
    }

    private static String text(Random random, String[] pieces) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(5); j > 0; j--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }
}
