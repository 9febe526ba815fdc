package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.testing.Seed;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is admitted at most: by the two windows the limit in each aligned window and twice the limit in any window, by the
 * log the limit in any window, by the token bucket its burst and what flows in, by the leaky one its limit, as it leaves.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NeverExceededTest {

    private static final int STREAMS = Integer.getInteger("headgate.streams", 200);

    private record Admitted(long atMicros, long permits) {}

    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "FIXED_WINDOW"})
    void randomCallsNeverGetMore(Algorithm algorithm) {
        Random random = Seed.random("never exceeded by " + algorithm);
        RandomLimits limits = new RandomLimits(random, algorithm);
        for (int stream = 0; stream < STREAMS; stream++) {
            Limit limit = limits.any();
            long windowMicros = limit.window().toMillis() * 1000;
            List<Admitted> admitted = admit(random, limit, windowMicros);

            assertThat(byAlignedWindow(admitted, limit).values())
                    .as("%s", limit)
                    .allMatch(permits -> permits <= limit.permits());
            // That of a calendar may be as long as two others and a part of a third one.
            assertThat(admitted)
                    .as("%s", limit)
                    .allMatch(first -> limit.calendar().isPresent()
                            || inWindowFrom(first, admitted, windowMicros) <= 2 * limit.permits());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "FIXED_WINDOW"})
    void aClientThatAlwaysAsksGetsExactlyTheLimitInEachWindow(Algorithm algorithm) {
        for (long permits = 1; permits <= 60; permits++) {
            Limit limit = Limit.of(permits, Duration.ofSeconds(1), algorithm);
            Arithmetic arithmetic = Algorithms.of(limit);
            List<Admitted> admitted = new ArrayList<>();
            State state = null;
            for (long nowMicros = 0; nowMicros < 5_000_000; ) {
                Step step = arithmetic.take(state, 1, nowMicros);
                state = step.next();
                nowMicros += step.retryMicros();
                if (step.allowed()) {
                    admitted.add(new Admitted(nowMicros, 1));
                }
            }

            long expected = permits;
            assertThat(byAlignedWindow(admitted, limit))
                    .as("%s", limit)
                    .hasSize(5)
                    .allSatisfy((window, got) -> assertThat(got).isEqualTo(expected));
        }
    }

    @Test
    void aLogAdmitsNoMoreThanItsLimitInAnyWindow() {
        Random random = Seed.random("never exceeded by a log");
        RandomLimits limits = new RandomLimits(random, Algorithm.SLIDING_LOG);
        for (int stream = 0; stream < STREAMS; stream++) {
            Limit limit = limits.any();
            long windowMicros = limit.window().toMillis() * 1000;
            List<Admitted> admitted = admit(random, limit, windowMicros);

            assertThat(admitted)
                    .as("%s", limit)
                    .allMatch(first -> inWindowFrom(first, admitted, windowMicros) <= limit.permits());
        }
    }

    @Test
    void aBucketAdmitsNoMoreThanItsBurstAndWhatFlowsInMeanwhile() {
        Random random = Seed.random("never exceeded by a bucket");
        RandomLimits limits = new RandomLimits(random, Algorithm.TOKEN_BUCKET);
        for (int stream = 0; stream < STREAMS; stream++) {
            Limit limit = limits.any();
            Numbers numbers = Algorithms.of(limit).numbers();
            List<Admitted> admitted = admit(random, limit, numbers.windowMicros());

            for (int from = 0; from < admitted.size(); from++) {
                long firstTick = Math.floorDiv(admitted.get(from).atMicros, numbers.tickMicros());
                BigInteger units = BigInteger.ZERO;
                for (Admitted one : admitted.subList(from, admitted.size())) {
                    long ticks = Math.floorDiv(one.atMicros, numbers.tickMicros()) - firstTick;
                    units = units.add(product(one.permits, numbers.ticks()));
                    assertThat(units)
                            .as("%s", limit)
                            .isLessThanOrEqualTo(
                                    product(limit.capacity(), numbers.ticks()).add(product(limit.permits(), ticks)));
                }
            }
        }
    }

    /** Of calls that cost more than one permit, the last of a window may bring more than the rest of the limit. */
    @Test
    void ofALeakyBucketNoMoreThanItsLimitLeaveInAnyWindowMadeOfTicks() {
        Random random = Seed.random("never exceeded by a leaky bucket");
        RandomLimits limits = new RandomLimits(random, Algorithm.LEAKY_BUCKET);
        for (int stream = 0; stream < 200; stream++) {
            Limit limit = limits.any();
            Numbers numbers = Algorithms.of(limit).numbers();
            boolean one = stream % 2 == 0;
            List<Admitted> leaving = admit(random, limit, numbers.windowMicros(), one ? 1 : limit.capacity()).stream()
                    .map(call -> new Admitted(numbers.beginOfTickMicros(call.atMicros), call.permits))
                    .toList();

            assertThat(leaving).isSortedAccordingTo(Comparator.comparing(Admitted::atMicros));
            for (Admitted first : leaving) {
                List<Admitted> window = leaving.stream()
                        .filter(call -> call.atMicros >= first.atMicros
                                && call.atMicros < first.atMicros + numbers.windowMicros())
                        .toList();
                long last = window.get(window.size() - 1).permits;
                assertThat(window.stream().mapToLong(Admitted::permits).sum() - last)
                        .as("%s", limit)
                        .isLessThan(limit.permits());
            }
        }
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }

    @ParameterizedTest
    @MethodSource("io.headgate.internal.algorithm.Algorithms#supported")
    void manyTimesOneIsOnceMany(Algorithm algorithm) {
        Random random = Seed.random("many times one by " + algorithm);
        RandomLimits limits = new RandomLimits(random, algorithm);
        int compared = 0;
        while (compared < STREAMS) {
            Limit limit = limits.any();
            Arithmetic arithmetic = Algorithms.of(limit);
            long nowMicros = 1_000_000_000_000_000L;
            State before =
                    arithmetic.take(null, 1 + limit.capacity() / 3, nowMicros).next();
            nowMicros += (long) (random.nextDouble() * limit.window().toMillis() * 1000);
            int times = 1 + random.nextInt(12);
            Step once = arithmetic.take(before, times, nowMicros);
            List<Step> oneByOne = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                State sofar = oneByOne.isEmpty() ? before : oneByOne.get(i - 1).next();
                oneByOne.add(arithmetic.take(sofar, 1, nowMicros));
            }
            if (oneByOne.stream().allMatch(Step::allowed) && times <= limit.capacity()) {
                assertThat(oneByOne.get(times - 1).next()).as("%s", limit).isEqualTo(once.next());
                compared++;
            } else {
                assertThat(once.allowed() && algorithm != Algorithm.LEAKY_BUCKET)
                        .as("%s", limit)
                        .isFalse();
            }
        }
    }

    private static List<Admitted> admit(Random random, Limit limit, long windowMicros) {
        return admit(random, limit, windowMicros, limit.capacity());
    }

    private static List<Admitted> admit(Random random, Limit limit, long windowMicros, long greatestCost) {
        Arithmetic arithmetic = Algorithms.of(limit);
        List<Admitted> admitted = new ArrayList<>();
        @Nullable State state = null;
        long nowMicros = 1_000_000_000_000_000L + random.nextInt();
        for (int call = 0; call < 150; call++) {
            long cost = 1 + (long) (random.nextDouble() * random.nextDouble() * greatestCost);
            Step step = arithmetic.take(state, cost, nowMicros);
            state = step.next();
            if (step.allowed()) {
                admitted.add(new Admitted(nowMicros + step.delayMicros(), cost));
            }
            boolean waits = random.nextBoolean() && step.retryMicros() != Arithmetic.NEVER;
            nowMicros += waits ? step.retryMicros() : (long) (random.nextDouble() * windowMicros / 20);
        }
        return admitted;
    }

    private static Map<Long, Long> byAlignedWindow(List<Admitted> admitted, Limit limit) {
        long windowMicros = limit.window().toMillis() * 1000;
        return admitted.stream()
                .collect(Collectors.groupingBy(
                        one -> limit.calendar()
                                .map(calendar -> NaiveCalendar.of(calendar).startMicros(one.atMicros))
                                .orElse(one.atMicros / windowMicros),
                        Collectors.summingLong(Admitted::permits)));
    }

    private static long inWindowFrom(Admitted first, List<Admitted> admitted, long windowMicros) {
        return admitted.stream()
                .filter(one -> one.atMicros >= first.atMicros && one.atMicros < first.atMicros + windowMicros)
                .mapToLong(Admitted::permits)
                .sum();
    }
}
