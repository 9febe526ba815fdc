package io.headgate.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.CalendarWindow;
import io.headgate.CalendarWindow.Unit;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.testing.Subjects;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store answers to one policy at a time. */
public abstract class RateLimitStoreContract extends StoreKit {

    @ParameterizedTest
    @MethodSource("algorithms")
    void anAllowedDecisionSaysAllThereIsToSay(Algorithm algorithm) {
        Limit limit = limit(algorithm, 5, 60);

        Decision decision = acquire(request("search", "192.0.2.7", limit, 2));

        assertThat(decision.policy()).isEqualTo("search");
        assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(decision.limit()).isEqualTo(limit);
        assertThat(decision.remaining()).isEqualTo(3);
        assertThat(decision.resetAfter()).isPresent();
        assertThat(decision.retryAfter()).isEmpty();
        assertThat(decision.delay()).isZero();
        assertThat(decision.decidedAt()).isEqualTo(time.instant());
        assertThat(decision.shadow()).isFalse();
        assertThat(decision.receipt()).hasValueSatisfying(receipt -> {
            assertThat(receipt.cost()).isEqualTo(2);
            assertThat(receipt.chargedAt()).isEqualTo(time.instant());
            assertThat(receipt.limit()).isEqualTo(limit);
        });
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void e01_aClientThatWaitsAsToldPassesAndOneMicrosecondEarlierDoesNot(Algorithm algorithm) {
        for (Duration window : new Duration[] {Duration.ofSeconds(10), Duration.ofMillis(300)}) {
            PermitRequest request = one("e01-" + window.toMillis(), limit(algorithm, 1, window));
            assertThat(acquire(request).allowed()).isTrue();
            time.advance(window.dividedBy(50));
            for (int round = 0; round < 20; round++) {
                Decision denied = acquire(request);
                assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
                assertThat(denied.resetAfter()).isEqualTo(denied.retryAfter());

                time.advance(denied.retryAfter().orElseThrow());
                time.advanceMicros(-1);
                assertThat(acquire(request).allowed()).isFalse();
                time.advanceMicros(1);
                assertThat(acquire(request).allowed()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void e04_remainingGoesDownToZeroAndStaysThere(Algorithm algorithm) {
        PermitRequest request = one("e04", limit(algorithm, 2, 60));

        assertThat(LongStream.range(0, 5).map(call -> acquire(request).remaining()))
                .containsExactly(1L, 0L, 0L, 0L, 0L);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aDenialConsumesNothingAndNeverProlongsTheWait(Algorithm algorithm) {
        PermitRequest request = one("denial", limit(algorithm, 3, 60));
        acquire(at(3, request));
        Instant passes = passesAt(acquire(request));

        for (int i = 0; i < 10; i++) {
            time.advance(Duration.ofMillis(1_900));
            Decision denied = acquire(request);
            assertThat(denied.receipt()).isEmpty();
            assertThat(passesAt(denied)).isEqualTo(passes);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aCostAboveTheLimitIsImpossible(Algorithm algorithm) {
        PermitRequest request = one("impossible", limit(algorithm, 5, 60));
        acquire(request);

        for (long cost : new long[] {6, Limit.MAX_PERMITS + 1, Long.MAX_VALUE}) {
            Decision decision = acquire(at(cost, request));
            assertThat(decision.outcome()).isEqualTo(Outcome.IMPOSSIBLE);
            assertThat(decision.remaining()).isEqualTo(4);
            assertThat(decision.resetAfter()).isPresent();
            assertThat(decision.retryAfter()).isEmpty();
            assertThat(decision.receipt()).isEmpty();
        }
        assertThat(acquire(at(4, request)).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void limitZeroDeniesAllAndPromisesNothing(Algorithm algorithm) {
        PermitRequest request = one("zero", limit(algorithm, 0, 60));

        for (Decision decision : new Decision[] {peek(request), acquire(request), acquire(at(7, request))}) {
            assertThat(decision.allowed()).isFalse();
            assertThat(decision.remaining()).isZero();
            assertThat(decision.resetAfter()).isEmpty();
            assertThat(decision.retryAfter()).isEmpty();
            assertThat(decision.receipt()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void aPeekTellsWhatWouldBeAnsweredAndTakesNothing(Algorithm algorithm) {
        PermitRequest request = one("peek", limit(algorithm, 2, 60));
        assertThat(peek(request).remaining()).isEqualTo(2);
        assertThat(peek(request).resetAfter()).contains(Duration.ZERO);
        assertThat(peek(request).receipt()).isEmpty();

        acquire(request);
        assertThat(peek(request).remaining()).isEqualTo(1);
        assertThat(peek(request).allowed()).isTrue();
        assertThat(peek(at(2, request)).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(peek(at(3, request)).outcome()).isEqualTo(Outcome.IMPOSSIBLE);
        acquire(request);
        assertThat(peek(request)).isEqualTo(acquire(request));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aResetForgetsOneSubjectOfOnePolicy(Algorithm algorithm) {
        Limit limit = limit(algorithm, 2, 60);
        PermitRequest request = one("reset", limit);
        PermitRequest other = request("reset", "192.0.2.2", limit, 1);
        acquire(at(2, request));
        acquire(other);

        reset(request);
        reset(request);

        assertThat(peek(request).remaining()).isEqualTo(2);
        assertThat(peek(other).remaining()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aReceiptIsGoodForOneRefund(Algorithm algorithm) {
        PermitRequest request = one("refund", limit(algorithm, 10, 60));
        Decision three = acquire(at(3, request));
        Decision five = acquire(at(5, request));

        refund(five, five);
        refund(five);
        assertThat(peek(request).remaining()).isEqualTo(7);
        refund(three);
        assertThat(peek(request).remaining()).isEqualTo(10);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aRefundThatComesTooLateGivesNothing(Algorithm algorithm) {
        PermitRequest request = one("late", limit(algorithm, 10, 60));
        Decision old = acquire(at(5, request));
        Decision forgotten = acquire(at(2, request));
        reset(request);
        refund(forgotten);
        assertThat(peek(request).remaining()).isEqualTo(10);

        time.advance(Duration.ofMinutes(2));
        acquire(at(4, request));
        refund(old);
        assertThat(peek(request).remaining()).isEqualTo(6);
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void d03_d04_aChangedLimitSeesWhatWasUsedAndABucketKeepsWhatIsInIt(Algorithm algorithm) {
        acquire(at(8, one("changed", limit(algorithm, 10, 60))));

        assertThat(peek(one("changed", limit(algorithm, 20, 60))).remaining())
                .isEqualTo(keepsWhatIsLeft(algorithm) ? 2 : 12);
        assertThat(peek(one("changed", limit(algorithm, 4, 60))).remaining())
                .isEqualTo(keepsWhatIsLeft(algorithm) ? 2 : 0);
        assertThat(peek(one("changed", limit(algorithm, 10, 30))).remaining()).isEqualTo(2);
        assertThat(acquire(one("changed", limit(algorithm, 10, 30))).remaining())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void anotherAlgorithmBeginsAfresh(Algorithm algorithm) {
        Algorithm other =
                algorithms().filter(each -> each != algorithm).findFirst().orElseThrow();
        acquire(at(10, one("healed", limit(other, 10, 60))));

        assertThat(acquire(one("healed", limit(algorithm, 10, 60))).remaining()).isEqualTo(9);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f09_aClockThatStepsBackGivesNothingAndLocksNobodyOut(Algorithm algorithm) {
        for (Duration step : new Duration[] {Duration.ofMillis(1), Duration.ofHours(1), Duration.ofDays(1)}) {
            PermitRequest request = one("back-" + step, limit(algorithm, 3, 60));
            time.advance(Duration.ofDays(2));
            acquire(at(3, request));

            time.advance(step.negated());
            Decision denied = acquire(request);
            assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
            assertThat(denied.retryAfter().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(61));

            time.advance(denied.retryAfter().orElseThrow());
            assertThat(acquire(request).allowed()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d03_nodesThatDisagreeOnTheLimitNeverPassMoreThanTheGreaterOne(Algorithm algorithm) {
        PermitRequest few = one("rolling", limit(algorithm, 2, 3600));
        PermitRequest many = one("rolling", limit(algorithm, 5, 3600));

        long passed = IntStream.range(0, 20)
                .filter(call -> acquire(call % 2 == 0 ? few : many).allowed())
                .count();

        assertThat(passed).isBetween(2L, 5L);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d04_afterTheLimitWasLoweredTheWaitIsHonest(Algorithm algorithm) {
        acquire(at(10, one("lowered", limit(algorithm, 10, 60))));
        PermitRequest request = one("lowered", limit(algorithm, 5, 60));
        Decision denied = acquire(request);
        assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
        assertThat(denied.capacity()).isEqualTo(5);
        assertThat(denied.remaining()).isZero();

        time.advance(denied.retryAfter().orElseThrow());
        time.advanceMicros(-1);
        assertThat(acquire(request).allowed()).isFalse();
        time.advanceMicros(1);
        assertThat(acquire(request).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f02_limitsBeyondThirtyTwoBitsCountExactly(Algorithm algorithm) {
        long[] limits = algorithm == Algorithm.SLIDING_LOG
                ? new long[] {65_537}
                : new long[] {Integer.MAX_VALUE, (1L << 32) + 1, Limit.MAX_PERMITS};
        for (long permits : limits) {
            PermitRequest request = one("f02-" + permits, limit(algorithm, permits, 3600));
            if (algorithm == Algorithm.LEAKY_BUCKET) {
                acquire(request); // leaves at once, and the limit waits behind it
            }
            assertThat(LongStream.range(0, 3).map(call -> acquire(request).remaining()))
                    .containsExactly(permits - 1, permits - 2, permits - 3);
            assertThat(acquire(at(permits - 3, request)).remaining()).isZero();
            assertThat(acquire(request).allowed()).isFalse();
        }
    }

    /** Ten permits just before a second ends, ten just after it began. */
    @ParameterizedTest
    @CsvSource({"SLIDING_WINDOW, 1", "FIXED_WINDOW, 10", "SLIDING_LOG, 0", "TOKEN_BUCKET, 1", "LEAKY_BUCKET, 1"})
    void f05_whatPassesAroundAnEdge(Algorithm algorithm, long passed) {
        PermitRequest request = one("f05", limit(algorithm, 10, 1));
        time.advance(Duration.ofMillis(950));
        assertThat(acquire(at(10, request)).allowed()).isTrue();

        time.advance(Duration.ofMillis(100));

        assertThat(IntStream.range(0, 10).filter(call -> acquire(request).allowed()))
                .hasSize((int) passed);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f06_refusedCallsCostNothing(Algorithm algorithm) {
        PermitRequest request = one("f06", limit(algorithm, 1, 2));
        long passed = 0;
        for (int call = 0; call <= 12; call++) {
            passed += acquire(request).allowed() ? 1 : 0;
            time.advance(Duration.ofMillis(500));
        }

        assertThat(passed).isBetween(3L, 4L);
    }

    private static final CalendarWindow PARIS_MONTH = new CalendarWindow(Unit.MONTH, ZoneId.of("Europe/Paris"));

    @Test
    void f11_aMonthlyQuotaComesBackWhenTheMonthTurnsInItsZone() {
        PermitRequest request = one("f11", Limit.of(10, PARIS_MONTH));
        moveTo("2026-03-15T12:00:00+01:00");
        acquire(at(9, request));

        moveTo("2026-03-31T23:59:59.999999+02:00");
        Decision last = acquire(request);
        assertThat(last.remaining()).isZero();
        assertThat(last.resetAfter()).contains(Duration.of(1, ChronoUnit.MICROS));
        assertThat(acquire(request).retryAfter()).contains(Duration.of(1, ChronoUnit.MICROS));

        moveTo("2026-04-01T00:00:00+02:00");
        Decision first = acquire(request);
        assertThat(first.remaining()).isEqualTo(9);
        assertThat(first.resetAfter()).contains(Duration.ofDays(30));
        moveTo("2026-10-25T02:30:00+01:00");
        assertThat(acquire(request).resetAfter()).contains(Duration.ofDays(7).minusMinutes(150));
    }

    @Test
    void f11_aQuotaOfTheCalendarIsPeekedAtGivenBackAndForgotten() {
        PermitRequest request = one("f11-receipts", Limit.of(10, PARIS_MONTH));
        moveTo("2028-02-29T23:00:00+01:00");
        Decision february = acquire(at(4, request));
        Decision lost = acquire(at(3, request));
        refund(february);
        assertThat(peek(request).remaining()).isEqualTo(7);

        moveTo("2028-03-01T00:00:00+01:00");
        assertThat(peek(request).remaining()).isEqualTo(10);
        Decision march = acquire(at(5, request));
        refund(lost);
        assertThat(peek(request).remaining())
                .as("what February used is no concern of March")
                .isEqualTo(5);
        refund(march);
        assertThat(peek(request).remaining()).isEqualTo(10);
        acquire(request);
        reset(request);
        assertThat(peek(request).remaining()).isEqualTo(10);
    }

    @Test
    void f11_aReceiptOfAWindowFarAwayGivesNothingBack() {
        PermitRequest request = one("f11-far", Limit.of(10, new CalendarWindow(Unit.DAY, ZoneId.of("Europe/Paris"))));
        moveTo("2026-03-29T12:00:00+02:00");
        Decision longAgo = acquire(at(4, request));
        Decision justNow = acquire(request);

        moveTo("2026-10-25T12:00:00+01:00");
        acquire(at(6, request));
        refund(longAgo);
        assertThat(peek(request).remaining()).isEqualTo(4);

        moveTo("2026-03-29T12:00:00+02:00");
        refund(justNow);
        assertThat(peek(request).remaining())
                .as("the count stands until its window ends")
                .isEqualTo(4);
    }

    @Test
    void f11_aLimitThatChangesWithinTheMonthSeesWhatWasUsed() {
        moveTo("2026-03-29T12:00:00+02:00");
        acquire(at(8, one("f11-changed", Limit.of(10, PARIS_MONTH))));

        assertThat(acquire(one("f11-changed", Limit.of(20, PARIS_MONTH))).remaining())
                .isEqualTo(11);
        assertThat(acquire(one("f11-changed", Limit.of(5, PARIS_MONTH))).remaining())
                .isZero();
        for (Limit other : new Limit[] {
            Limit.of(20, Duration.ofDays(30), Algorithm.FIXED_WINDOW),
            Limit.of(20, new CalendarWindow(Unit.MONTH, ZoneId.of("Asia/Tokyo"))),
            Limit.of(20, new CalendarWindow(Unit.YEAR, ZoneId.of("Europe/Paris")))
        }) {
            assertThat(acquire(one("f11-changed", other)).remaining()).isLessThan(11);
        }
        assertThat(acquire(one("f11-changed", Limit.of(20, PARIS_MONTH))).remaining())
                .isEqualTo(7);
    }

    @Test
    void f11_severalCalendarsAndLengthsAreChargedTogether() {
        PermitRequest month = one("f11-month", Limit.of(3, PARIS_MONTH));
        PermitRequest day = one("f11-day", Limit.of(2, new CalendarWindow(Unit.DAY, ZoneId.of("Asia/Tokyo"))));
        PermitRequest minute = one("f11-minute", limit(Algorithm.SLIDING_WINDOW, 5, 60));
        moveTo("2026-03-29T12:00:00+02:00");

        assertThat(acquireAll(month, day, minute)).allMatch(Decision::allowed);
        assertThat(acquireAll(month, day, minute)).allMatch(Decision::allowed);
        List<Decision> third = acquireAll(month, day, minute);
        assertThat(third).extracting(Decision::allowed).containsExactly(true, false, true);
        assertThat(third).extracting(Decision::remaining).containsExactly(1L, 0L, 3L);
        assertThat(third.get(1).retryAfter()).contains(Duration.ofHours(5));
    }

    private void moveTo(String moment) {
        time.advance(Duration.between(time.instant(), OffsetDateTime.parse(moment)));
    }

    @Test
    void f14_subjectsWhosePartsOnlyLookAlikeAreCountedApart() {
        Limit limit = limit(Algorithm.SLIDING_WINDOW, 1, 60);
        String token = "x".repeat(64);

        assertThat(Subjects.alikeButDifferent(token))
                .allSatisfy(subject -> assertThat(
                                acquire(new PermitRequest(LimitKey.of("f14", subject), limit, 1, false))
                                        .allowed())
                        .as("%s", subject)
                        .isTrue());
    }

    @Test
    void f15_twoPoliciesOfOneSubjectHaveACounterEachAndOneNameHasOne() {
        PermitRequest many = one("f15-a", limit(Algorithm.SLIDING_WINDOW, 200, 60));
        PermitRequest few = one("f15-b", limit(Algorithm.SLIDING_WINDOW, 2, 60));

        for (PermitRequest request : new PermitRequest[] {many, many, many, few, few}) {
            assertThat(acquire(request).allowed()).isTrue();
        }
        assertThat(acquire(few).allowed()).isFalse();
        assertThat(acquire(many).remaining()).isEqualTo(196);
    }

    private static Instant passesAt(Decision denied) {
        return denied.decidedAt().plus(denied.retryAfter().orElseThrow());
    }
}
