package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.Alone;
import io.headgate.testing.Logs;
import io.headgate.testing.Parallel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.ratelimiter.RateLimiterArgs;

/** One policy with the algorithm REDISSON, and a plain Redisson program that takes from the same object. */
@Alone
class SharedLimiterTest extends LimiterKit {

    @Test
    void aPlainRedissonProgramSharesThePermitsToTheLastOne() {
        PermitRequest request = shared("partner-api", 5, HOUR);
        assertThat(acquire(at(2, request)).remaining()).isEqualTo(3);
        RRateLimiter plain = plain(request);

        assertThat(plain.tryAcquire(2)).isTrue();
        assertThat(peek(request).remaining()).isEqualTo(1);
        assertThat(acquire(request).remaining()).isZero();
        assertThat(plain.tryAcquire()).isFalse();
        assertThat(acquire(request).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(plain.availablePermits()).isZero();
    }

    @Test
    void f08_atOnceHeadgateAndThePlainProgramTakeExactlyTheLimit() throws Exception {
        for (int round = 0; round < 5; round++) {
            PermitRequest request = shared("f08-" + round, 10, HOUR);
            acquire(request);
            RRateLimiter plain = plain(request);

            List<List<Boolean>> passed = Parallel.rounds(
                    Parallel.Threads.PLATFORM,
                    1,
                    60,
                    (ignored, thread) -> thread % 2 == 0 ? acquire(request).allowed() : plain.tryAcquire());

            assertThat(passed.get(0)).filteredOn(each -> each).hasSize(9);
            assertThat(peek(request).remaining()).isZero();
        }
    }

    @Test
    void f08_theFirstCallsOfManyNodesMakeOneObject() throws Exception {
        List<RateLimitStore> nodes = List.of(
                RedisKit.store(RedisKit.client(server)),
                RedisKit.store(other),
                RedisKit.store(RedisKit.client(server)));
        for (int round = 0; round < 10; round++) {
            Acquisition acquisition = Acquisition.of(shared("fresh-" + round, 10, HOUR));

            List<List<Boolean>> passed = Parallel.rounds(
                    Parallel.Threads.PLATFORM,
                    1,
                    30,
                    (ignored, thread) -> answer(nodes.get(thread % 3).tryAcquire(acquisition))
                            .get(0)
                            .allowed());

            assertThat(passed.get(0)).filteredOn(each -> each).hasSize(10);
        }
    }

    @Test
    void anObjectThatThePlainProgramMadeIsUsedAsItIsAndNeverGetsAnExpiry() {
        PermitRequest request = shared("theirs", 5, HOUR);
        RRateLimiter plain = made(request, 5, HOUR);
        plain.tryAcquire(3);

        Decision taken = acquire(request);
        assertThat(taken.remaining()).isEqualTo(1);
        assertThat(acquire(at(2, request)).outcome()).isEqualTo(Outcome.DENIED);
        refund(taken);
        peek(request);
        assertThat(lives(request)).containsOnly(-1L);

        reset(request);
        assertThat(plain.getConfig().getRate()).isEqualTo(5);
        assertThat(lives(request)).containsExactly(-1L, -2L, -2L);
        assertThat(plain.tryAcquire(5)).isTrue();
    }

    @Test
    void anObjectThatHeadgateMadeOutlivesItsWindowAndNoMore() {
        PermitRequest request = shared("ours", 5, Duration.ofMinutes(10));
        long life = Duration.ofMinutes(21).toMillis();

        acquire(request);
        assertThat(lives(request)).allMatch(millis -> millis > life - 20_000 && millis <= life);

        assertThat(plain(request).trySetRate(RateType.OVERALL, 5, Duration.ofMinutes(10)))
                .isFalse();
        resp.call("PEXPIRE", name(request), "900000");
        acquire(at(5, request));
        assertThat(lives(request)).allMatch(millis -> millis > life - 20_000 && millis <= life);
    }

    @Test
    void aLifeThatThePlainProgramChoseStaysThatLong() {
        PermitRequest request = shared("alive", 5, HOUR);
        plain(request).trySetRate(RateType.OVERALL, 9, HOUR, Duration.ofHours(3));

        acquire(request);

        assertThat(lives(request))
                .allMatch(millis -> millis > Duration.ofMinutes(179).toMillis());
    }

    @Test
    void thePolicysNumbersReplaceThoseOfTheObjectAndWhatWasTakenStaysTaken() {
        PermitRequest request = shared("numbers", 5, HOUR);
        RRateLimiter plain = made(request, 10, HOUR);
        plain.tryAcquire(4);

        assertThat(peek(request).remaining()).isEqualTo(1);
        assertThat(plain.getConfig().getRate()).isEqualTo(10);
        try (Logs logs = new Logs()) {
            assertThat(acquire(request).remaining()).isZero();
            plain.setRate(RateLimiterArgs.of(RateType.OVERALL, 7, Duration.ofMinutes(1)));
            assertThat(acquire(request).remaining()).isEqualTo(4);

            assertThat(logs.warnings())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "HG0354: policy numbers: its RRateLimiter had 10 permits per PT1H, and now has 5 per PT1H");
        }
        assertThat(plain.getConfig().getRate()).isEqualTo(5);
        assertThat(plain.getConfig().getRateInterval()).isEqualTo(HOUR.toMillis());
        assertThat(lives(request)).containsOnly(-1L);
    }

    @Test
    void anObjectThatCountsEachClientAloneCountsAllTogetherAfterwards() {
        PermitRequest request = shared("type", 5, HOUR);
        RRateLimiter plain = plain(request);
        plain.trySetRate(RateType.PER_CLIENT, 5, HOUR);
        plain.tryAcquire(5);

        assertThat(acquire(at(2, request)).remaining()).isEqualTo(3);
        assertThat(plain.getConfig().getRateType()).isEqualTo(RateType.OVERALL);
        assertThat(plain.availablePermits()).isEqualTo(3);
    }

    @Test
    void d03_nodesThatDisagreeNeverPassMoreThanTheGreaterLimit() {
        PermitRequest few = shared("rolling", 2, HOUR);
        PermitRequest many = shared("rolling", 5, HOUR);

        long passed = LongStream.range(0, 20)
                .filter(call -> acquire(call % 2 == 0 ? few : many).allowed())
                .count();

        assertThat(passed).isBetween(2L, 5L);
    }

    @Test
    void aDecisionSaysWhatRedissonKnows() {
        Limit limit = Limit.of(5, HOUR, Algorithm.REDISSON);
        Instant before = Instant.now().minusMillis(1);

        Decision allowed = acquire(at(2, one("fields", limit)));
        assertThat(allowed.policy()).isEqualTo("fields");
        assertThat(allowed.outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(allowed.limit()).isEqualTo(limit);
        assertThat(allowed.remaining()).isEqualTo(3);
        assertThat(allowed.resetAfter()).contains(HOUR);
        assertThat(allowed.retryAfter()).isEmpty();
        assertThat(allowed.delay()).isZero();
        assertThat(allowed.decidedAt()).isBetween(before, Instant.now());
        assertThat(allowed.receipt()).hasValueSatisfying(receipt -> {
            assertThat(receipt.cost()).isEqualTo(2);
            assertThat(receipt.chargedAt()).isEqualTo(allowed.decidedAt());
        });

        Decision denied = acquire(at(4, one("fields", limit)));
        assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
        assertThat(denied.remaining()).isEqualTo(3);
        assertThat(denied.resetAfter()).contains(HOUR);
        assertThat(denied.retryAfter()).contains(HOUR);
        assertThat(denied.receipt()).isEmpty();
    }

    @Test
    void e04_remainingGoesDownToZeroAndStaysThere() {
        PermitRequest request = shared("e04", 2, HOUR);

        assertThat(LongStream.range(0, 5).map(call -> acquire(request).remaining()))
                .containsExactly(1L, 0L, 0L, 0L, 0L);
    }

    @Test
    void aClientThatWaitsAsToldPassesAndDeniedCallsDoNotProlongTheWait() {
        PermitRequest request = shared("wait", 2, Duration.ofMillis(400));
        acquire(request);
        long lastNanos = System.nanoTime();
        acquire(request);
        assertThat(acquire(request).retryAfter()).contains(Duration.ofMillis(400));

        awaitRemaining(request, 2);

        assertThat(Duration.ofNanos(System.nanoTime() - lastNanos)).isGreaterThan(Duration.ofMillis(390));
        assertThat(acquire(at(2, request)).allowed()).isTrue();
    }

    @Test
    void aPeekTakesNothingAndMakesNothing() {
        PermitRequest request = shared("peek", 3, HOUR);
        Decision fresh = peek(request);
        assertThat(fresh.allowed()).isTrue();
        assertThat(fresh.remaining()).isEqualTo(3);
        assertThat(fresh.resetAfter()).contains(Duration.ZERO);
        assertThat(fresh.receipt()).isEmpty();
        assertThat(peek(at(4, request)).outcome()).isEqualTo(Outcome.IMPOSSIBLE);
        assertThat(server.keys()).isEmpty();

        acquire(at(2, request));
        assertThat(peek(request).remaining()).isEqualTo(1);
        assertThat(peek(at(2, request)).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(peek(request).remaining()).isEqualTo(1);
    }

    @Test
    void f04_aCostAboveTheLimitNeverReachesRedisson() {
        PermitRequest request = shared("impossible", 5, HOUR);
        acquire(request);

        for (long cost : new long[] {6, (1L << 32) + 1, Long.MAX_VALUE}) {
            Decision decision = acquire(at(cost, request));
            assertThat(decision.outcome()).isEqualTo(Outcome.IMPOSSIBLE);
            assertThat(decision.remaining()).isEqualTo(4);
            assertThat(decision.retryAfter()).isEmpty();
            assertThat(decision.receipt()).isEmpty();
        }
        assertThat(plain(request).availablePermits()).isEqualTo(4);
    }

    @Test
    void f01_aLimitOfZeroDeniesAllAndAsksNobody() {
        PermitRequest request = shared("zero", 0, HOUR);
        resp.call("CONFIG", "RESETSTAT");

        for (Decision decision : List.of(peek(request), acquire(request), acquire(at(7, request)))) {
            assertThat(decision.allowed()).isFalse();
            assertThat(decision.remaining()).isZero();
            assertThat(decision.resetAfter()).isEmpty();
            assertThat(decision.retryAfter()).isEmpty();
        }
        assertThat(server.calls("evalsha")).isZero();
        assertThat(server.keys()).isEmpty();
    }

    @Test
    void f03_theGreatestLimitAndTheLongestWindowCount() {
        long most = Integer.MAX_VALUE;
        PermitRequest greatest = shared("most", most, Limit.MAX_WINDOW);
        Decision all = acquire(at(most, greatest));
        assertThat(all.remaining()).isZero();
        assertThat(acquire(greatest).outcome()).isEqualTo(Outcome.DENIED);
        refund(all);
        assertThat(peek(greatest).remaining()).isEqualTo(most);
        assertThat(plain(greatest).availablePermits()).isEqualTo(most);
        assertThat(lives(greatest).get(0)).isGreaterThan(Limit.MAX_WINDOW.toMillis());

        PermitRequest seconds = shared("f03", 980_000_000, Duration.ofSeconds(10));
        assertThat(acquire(seconds).remaining()).isEqualTo(979_999_999);
        assertThat(acquire(shared("decade", 1, Limit.MAX_WINDOW)).remaining()).isZero();

        PermitRequest more = shared("more", most + 1, HOUR);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> acquire(more))
                .withMessage("limit is 2147483648, allowed with REDISSON are 0 to 2147483647");
    }

    @Test
    void f19_eachObjectHasAWindowOfItsOwnAndAStartWithAnotherLimitCountsOn() {
        PermitRequest early = shared("early", 1, Duration.ofMillis(700));
        PermitRequest late = shared("late", 1, Duration.ofMillis(700));
        acquire(early);
        awaitRemaining(early, 1);
        acquire(late);
        acquire(early);
        assertThat(peek(late).allowed()).isFalse();
        assertThat(peek(early).allowed()).isFalse();

        RateLimitStore restarted = RedisKit.store(other);
        PermitRequest raised = shared("restarted", 3, HOUR);
        acquire(shared("restarted", 1, HOUR));
        assertThat(answer(restarted.tryAcquire(Acquisition.of(raised))).get(0).remaining())
                .isEqualTo(1);
    }

    @Test
    void aReceiptGivesBackWhatItTookOnceAndNothingOfOthers() {
        PermitRequest request = shared("refund", 10, HOUR);
        Decision three = acquire(at(3, request));
        Decision five = acquire(at(5, request));
        plain(request).tryAcquire();

        refund(three, three);
        refund(three);
        assertThat(peek(request).remaining()).isEqualTo(4);
        assertThat(plain(request).availablePermits()).isEqualTo(4);
        refund(five);
        assertThat(peek(request).remaining()).isEqualTo(9);
        assertThat(resp.number("ZCARD", name(request) + ":permits")).isEqualTo(1);
        assertThat(lives(request)).allMatch(millis -> millis > 0);
    }

    @Test
    void aRefundThatComesTooLateGivesNothing() {
        PermitRequest request = shared("late", 10, Duration.ofMillis(300));
        Decision old = acquire(at(5, request));
        awaitRemaining(request, 10);
        acquire(at(4, request));
        refund(old);
        assertThat(peek(request).remaining()).isEqualTo(6);

        Decision forgotten = acquire(at(2, request));
        reset(request);
        refund(forgotten);
        acquire(request);
        assertThat(peek(request).remaining()).isEqualTo(9);
    }

    @Test
    void aResetForgetsOneSubject() {
        PermitRequest request = shared("reset", 2, HOUR);
        PermitRequest neighbour = request("reset", "192.0.2.2", request.limit(), 1);
        acquire(at(2, request));
        acquire(neighbour);

        reset(request);
        reset(request);

        assertThat(peek(request).remaining()).isEqualTo(2);
        assertThat(peek(neighbour).remaining()).isEqualTo(1);
    }

    @Test
    void aPolicyThatBecomesSharedOrCeasesToBeBeginsAfresh() {
        for (Algorithm algorithm : algorithms().toList()) {
            PermitRequest own = one("change-" + algorithm, limit(algorithm, 5, 3600));
            PermitRequest shared = shared("change-" + algorithm, 5, HOUR);
            acquire(at(3, own));

            assertThat(peek(shared).remaining()).isEqualTo(5);
            assertThat(acquire(shared).remaining()).isEqualTo(4);
            assertThat(acquire(own).remaining()).isEqualTo(4);
            assertThat(lives(own)).allMatch(millis -> millis > 0);
        }
    }

    /** As the how-to has it. */
    private static String name(String namespace, String policy, String... subject) throws Exception {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        for (String part : subject) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            sha256.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
            sha256.update(bytes);
        }
        byte[] hash = Arrays.copyOf(sha256.digest(), 16);
        return namespace + ":v1:" + policy + ":{"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(hash) + "}";
    }

    @Test
    void theNameIsThatOfEveryKeyAndCanBeComputedWithoutHeadgate() throws Exception {
        assertThat(name("ratelimit", "exports", "subject", "tenant-7"))
                .isEqualTo("ratelimit:v1:" + LimitKey.of("exports", List.of("subject", "tenant-7")));
        assertThat(name("ratelimit", "partner-api", "global"))
                .isEqualTo("ratelimit:v1:partner-api:{VMf-Zzk9vqpes8KrsIbkEQ}");
        LimitKey global = LimitKey.of("partner-api", List.of("global"));
        PermitRequest request = new PermitRequest(global, Limit.of(5, HOUR, Algorithm.REDISSON), 1, false);

        acquire(request);

        assertThat(other.getRateLimiter("ratelimit:v1:partner-api:{VMf-Zzk9vqpes8KrsIbkEQ}")
                        .availablePermits())
                .isEqualTo(4);
    }
}
