package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.internal.algorithm.NaiveModel.Answer;
import io.headgate.testing.Seed;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random lives of one subject: every answer is the naive model's, and every promise about waiting is kept. */
class ArithmeticStreamTest {

    private static final int STREAMS = 150;
    private static final int STEPS = 120;
    private static final long FIRST_MICROS =
            ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2026-03-29T01:23:45.678901Z"));

    @ParameterizedTest
    @MethodSource("io.headgate.internal.algorithm.Algorithms#supported")
    void everyAnswerIsTheNaiveModels(Algorithm algorithm) {
        Random random = Seed.random("answers of " + algorithm);
        for (int stream = 0; stream < STREAMS; stream++) {
            new Stream(random, algorithm).run();
        }
    }

    /** One subject, one state in the arithmetic and one in the model. */
    private static final class Stream {

        private record Charged(long cost, long turnMicros, Limit limit) {}

        private final Random random;
        private final RandomLimits limits;
        private final List<Charged> charged = new ArrayList<>();
        private final NaiveModel model;
        private Arithmetic arithmetic;
        private @Nullable State state;
        private long nowMicros = FIRST_MICROS;
        private @Nullable Step last;

        Stream(Random random, Algorithm algorithm) {
            this.random = random;
            this.limits = new RandomLimits(random, algorithm);
            this.model = NaiveModel.of(limits.any());
            this.arithmetic = Algorithms.of(model.limit);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(12)) {
                    case 0 -> changeLimit();
                    case 1, 2 -> refund();
                    case 3, 4 -> look();
                    default -> take();
                }
                moveTime();
            }
        }

        private void take() {
            long cost = cost();
            Step step = arithmetic.take(state, cost, nowMicros);
            assertThat(Answer.of(step)).as(this::toString).isEqualTo(model.take(cost, nowMicros));
            state = step.next();
            last = step;
            if (step.allowed()) {
                charged.add(new Charged(cost, nowMicros + step.delayMicros(), model.limit));
            }
            waitingHelpsExactlyThen(step, cost);
            afterItsTimeTheStateIsLikeNone();
        }

        private void look() {
            long cost = cost();
            Step step = arithmetic.look(state, cost, nowMicros);
            assertThat(Answer.of(step)).as(this::toString).isEqualTo(model.look(cost, nowMicros));
            assertThat(arithmetic.remaining(state, nowMicros)).isEqualTo(step.remaining());
        }

        private void waitingHelpsExactlyThen(Step step, long cost) {
            if (step.outcome() == Outcome.DENIED) {
                assertThat(lookAfter(step.retryMicros(), cost).allowed())
                        .as(this::toString)
                        .isTrue();
                assertThat(lookAfter(step.retryMicros() - 1, cost).allowed())
                        .as(this::toString)
                        .isFalse();
            }
            if (step.resetMicros() > 0 && step.resetMicros() != Arithmetic.NEVER) {
                assertThat(lookAfter(step.resetMicros(), 1).remaining()).isGreaterThan(step.remaining());
                assertThat(lookAfter(step.resetMicros() - 1, 1).remaining()).isLessThanOrEqualTo(step.remaining());
            }
        }

        private void afterItsTimeTheStateIsLikeNone() {
            long timeToLive = arithmetic.timeToLiveMicros(state, nowMicros);
            long thenMicros = nowMicros + timeToLive;
            assertThat(timeToLive).isBetween(0L, model.longestWaitMicros());
            assertThat(arithmetic.advance(state, thenMicros)).isEqualTo(arithmetic.advance(null, thenMicros));
            assertThat(arithmetic.timeToLiveMicros(state, thenMicros)).isZero();
        }

        private void refund() {
            if (state != null && !charged.isEmpty()) {
                Charged receipt = charged.remove(charged.size() - 1 - random.nextInt(Math.min(3, charged.size())));
                Limit limit = model.limit;
                model.change(receipt.limit);
                model.refund(receipt.cost, receipt.turnMicros, nowMicros);
                model.change(limit);
                state = Algorithms.of(receipt.limit).refund(state, receipt.cost, receipt.turnMicros, nowMicros);
            }
        }

        private void changeLimit() {
            Limit other = limits.any();
            boolean sameWindow = random.nextBoolean();
            model.change(sameWindow ? limits.of(other.permits(), model.limit.window()) : other);
            arithmetic = Algorithms.of(model.limit);
            last = null;
        }

        private Step lookAfter(long micros, long cost) {
            return arithmetic.look(state, cost, nowMicros + micros);
        }

        private long cost() {
            long permits = model.limit.capacity();
            return switch (random.nextInt(8)) {
                case 0 -> permits + 1;
                case 1 -> Math.max(1, permits);
                case 2 -> 1 + (long) (random.nextDouble() * permits);
                case 3 -> 1 + (long) (random.nextDouble() * permits / 10);
                default -> 1;
            };
        }

        private void moveTime() {
            long window = model.windowMicros();
            long toEdge = window - Math.floorMod(nowMicros, window);
            nowMicros += switch (random.nextInt(24)) {
                case 0 -> -1_000;
                case 1 -> -Duration.ofHours(1).toMillis() * 1000;
                case 2 -> -Duration.ofDays(1).toMillis() * 1000;
                case 3 -> toEdge;
                case 4 -> toEdge - 1;
                case 5 -> 2 * window;
                case 6, 7, 8 -> (long) (random.nextDouble() * window);
                case 9, 10, 11 -> (long) (random.nextDouble() * window / 10);
                case 12, 13, 14 -> untilTheLastAnswerSaid();
                default -> random.nextInt(3);
            };
        }

        private long untilTheLastAnswerSaid() {
            return last == null || last.retryMicros() == Arithmetic.NEVER ? 1 : last.retryMicros();
        }

        @Override
        public String toString() {
            return state + " at " + nowMicros + ", model " + model;
        }
    }
}
