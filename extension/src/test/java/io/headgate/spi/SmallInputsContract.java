package io.headgate.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers at which limiters break. */
public abstract class SmallInputsContract extends StoreKit {

    /** One that fits into milliseconds of 32 bits no more, one longer than any year, and the longest. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void f03_anyWindowFromTheShortestToTheLongestCountsAndComesBack(Algorithm algorithm) {
        Duration shortest = Duration.ofMillis(algorithm == Algorithm.FIXED_WINDOW ? 10 : 1);
        for (Duration window : new Duration[] {
            shortest,
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofDays(25),
            Duration.ofDays(366),
            Limit.MAX_WINDOW
        }) {
            PermitRequest request = one("f03-" + window, limit(algorithm, 1, window));
            assertThat(acquire(request).allowed()).as("%s", window).isTrue();
            Decision denied = acquire(request);
            assertThat(denied.outcome()).as("%s", window).isEqualTo(Outcome.DENIED);
            assertThat(denied.retryAfter().orElseThrow()).isBetween(Duration.ofNanos(1000), window.multipliedBy(2));

            time.advance(denied.retryAfter().orElseThrow());
            assertThat(acquire(request).allowed()).as("%s", window).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void afterALongRestTheWholeLimitIsThereAndNoMore(Algorithm algorithm) {
        for (Duration rest : new Duration[] {Duration.ofHours(12), Duration.ofDays(400), Duration.ofDays(10_000)}) {
            PermitRequest request = one("rest-" + rest, limit(algorithm, 10, 60));
            for (int call = 0; call < 10; call++) {
                assertThat(acquire(request).allowed()).isTrue();
            }
            time.advance(rest);
            assertThat(peek(request).remaining()).isEqualTo(10);
            long passed = 0;
            for (int call = 0; call < 20; call++) {
                passed += acquire(request).allowed() ? 1 : 0;
            }
            assertThat(passed).as("%s", rest).isBetween(10L, algorithm == Algorithm.LEAKY_BUCKET ? 11L : 10L);
        }
    }

    /** What is used up at once, and what there is after a rest of seconds: only that flowed in. */
    @ParameterizedTest
    @CsvSource(textBlock = """
        # limit per second, burst, rest in ms, then
        1,    200, 2300, 2
        1000, 100, 50,   50
        3,    1,   300,  0
        3,    1,   334,  1
        10,   10,  100,  1
        5,    2,   200,  1
        """)
    void aBucketIsNeverForgottenBeforeItIsFull(long limit, long burst, long restMillis, long then) {
        PermitRequest request = one(
                "bucket",
                Limit.of(limit, Duration.ofSeconds(1), Algorithm.TOKEN_BUCKET, Optional.of(burst), Optional.empty()));
        assertThat(acquire(at(burst, request)).allowed()).isTrue();
        assertThat(acquire(request).allowed()).isFalse();

        time.advance(Duration.ofMillis(restMillis));

        assertThat(peek(request).remaining()).isEqualTo(then);
        assertThat(acquire(at(then + 1, request)).allowed()).isFalse();
    }

    @Test
    void f04_aCostAboveTheBurstIsToldToWaitForNothing() {
        PermitRequest request = one(
                "burst",
                Limit.of(100, Duration.ofSeconds(1), Algorithm.TOKEN_BUCKET, Optional.of(5L), Optional.empty()));

        Decision decision = acquire(at(10, request));

        assertThat(decision.outcome()).isEqualTo(Outcome.IMPOSSIBLE);
        assertThat(decision.retryAfter()).isEmpty();
        assertThat(acquire(at(5, request)).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void f01_aCostBelowOneCannotBeAsked(Algorithm algorithm) {
        PermitRequest request = one("cost", limit(algorithm, 5, 60));
        for (long cost : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> at(cost, request))
                    .withMessage("cost is " + cost + ", allowed are 1 and more");
        }
    }

    /** Lowered and raised with every call: what was used stays used. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void d03_aLimitThatChangesWithEachCallNeverGivesMoreThanTheGreatest(Algorithm algorithm) {
        long passed = 0;
        for (int call = 0; call < 40; call++) {
            passed += acquire(one("live", limit(algorithm, 1 + call % 5, 3600))).allowed() ? 1 : 0;
        }

        assertThat(passed).isBetween(1L, algorithm == Algorithm.LEAKY_BUCKET ? 6L : 5L);
    }
}
