package io.headgate.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.store.local.LocalStore;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.Deadlines;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a denied client costs the store, and that it is told nothing else than the store would tell. */
class DenyCacheTest {

    private static final Limit TWO_PER_MINUTE = Limit.of(2, Duration.ofMinutes(1), Algorithm.FIXED_WINDOW);
    private static final LimitKey ANN = LimitKey.of("p", List.of("ip", "192.0.2.1"));
    private static final LimitKey ALL = LimitKey.of("all", List.of("global"));

    private final ManualTime time = new ManualTime();
    private final LocalStore counters = new LocalStore(time, 100_000);
    private int asked;
    private boolean isExact = true;
    private Runnable meanwhile = () -> {};

    private final DenyCache cache = new DenyCache(
            new RateLimitStore() {
                @Override
                public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
                    asked++;
                    CompletionStage<List<Decision>> answer = counters.tryAcquire(acquisition);
                    Runnable now = meanwhile;
                    meanwhile = () -> {};
                    now.run();
                    return answer;
                }

                @Override
                public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
                    return counters.peek(acquisition);
                }

                @Override
                public CompletionStage<Void> refund(List<Receipt> receipts) {
                    return counters.refund(receipts);
                }

                @Override
                public CompletionStage<Void> reset(LimitKey key) {
                    return counters.reset(key);
                }
            },
            acquisition -> isExact,
            time);

    private List<Decision> acquire(PermitRequest... requests) {
        return cache.tryAcquire(Acquisition.of(List.of(requests)))
                .toCompletableFuture()
                .join();
    }

    private Decision ann() {
        return acquire(request(ANN, TWO_PER_MINUTE, 1)).get(0);
    }

    private static PermitRequest request(LimitKey key, Limit limit, long cost) {
        return new PermitRequest(key, limit, cost, false);
    }

    private void exhaust() {
        ann();
        ann();
        assertThat(ann().denies()).isTrue();
        asked = 0;
    }

    @Test
    void aClientInARetryLoopCostsOneQuestionEachSecond() {
        exhaust();
        for (int millisecond = 0; millisecond < 20_000; millisecond++) {
            assertThat(ann().denies()).isTrue();
            time.advance(Duration.ofMillis(1));
        }
        assertThat(asked).isEqualTo(19);
    }

    @Test
    void whatIsRememberedIsNoAnswerOfAStoreThatMayBeGone() {
        AtomicInteger answers = new AtomicInteger();
        Outage heard = new Outage() {
            @Override
            public void began(StoreUnavailableException why) {}

            @Override
            public void answered() {
                answers.incrementAndGet();
            }
        };
        try (BackgroundScheduler scheduler =
                        new BackgroundScheduler("headgate-test", getClass().getClassLoader(), failure -> {});
                DenyCache over = new DenyCache(
                        new DeadlineStore(
                                counters,
                                new Deadlines(
                                        scheduler,
                                        Duration.ofMinutes(1),
                                        () -> new StoreUnavailableException("late", null)),
                                heard),
                        acquisition -> true,
                        time)) {
            for (int i = 0; i < 100; i++) {
                over.tryAcquire(Acquisition.of(request(ANN, TWO_PER_MINUTE, 1)))
                        .toCompletableFuture()
                        .join();
            }
            assertThat(answers).as("two that passed, and one denial").hasValue(3);
        }
    }

    @Test
    void whatIsToldIsWhatTheStoreWouldTell() {
        exhaust();
        for (int i = 0; i < 10; i++) {
            time.advanceMicros(97_003);
            Decision remembered = ann();
            Decision truth = counters.tryAcquire(Acquisition.of(request(ANN, TWO_PER_MINUTE, 1)))
                    .toCompletableFuture()
                    .join()
                    .get(0);
            assertThat(remembered).isEqualTo(truth);
        }
        assertThat(asked).isZero();
    }

    @Test
    void nobodyIsDeniedAMicrosecondTooLong() {
        Limit short2 = Limit.of(2, Duration.ofMillis(700), Algorithm.FIXED_WINDOW);
        time.advance(Duration.ofMillis(700 - time.micros() / 1000 % 700));
        acquire(request(ANN, short2, 2));
        assertThat(acquire(request(ANN, short2, 1)).get(0).denies()).isTrue();
        asked = 0;

        Decision denied = acquire(request(ANN, short2, 1)).get(0);
        assertThat(asked).isZero();
        time.advance(denied.retryAfter().orElseThrow().minus(Duration.ofNanos(1000)));
        assertThat(acquire(request(ANN, short2, 1)).get(0).denies()).isTrue();
        time.advanceMicros(1);
        assertThat(acquire(request(ANN, short2, 1)).get(0).allowed()).isTrue();
    }

    @Test
    void otherNumbersAndCostsAreAsked() {
        exhaust();
        assertThat(acquire(request(ANN, Limit.of(3, Duration.ofMinutes(1), Algorithm.FIXED_WINDOW), 1))
                        .get(0)
                        .allowed())
                .as("the limit was raised")
                .isTrue();
        assertThat(asked).isEqualTo(1);

        exhaust3();
        acquire(request(ANN, TWO_PER_MINUTE, 2));
        assertThat(asked).as("the wait of another cost may be another").isEqualTo(1);
    }

    private void exhaust3() {
        ann();
        asked = 0;
    }

    @Test
    void aPolicyOfWhichNothingIsKnownIsAsked() {
        exhaust();
        List<Decision> both =
                acquire(request(ANN, TWO_PER_MINUTE, 1), request(ALL, Limit.of(100, Duration.ofHours(1)), 1));
        assertThat(asked).isEqualTo(1);
        assertThat(both).extracting(Decision::remaining).containsExactly(0L, 100L);

        assertThat(acquire(request(ANN, TWO_PER_MINUTE, 1), request(ALL, Limit.of(100, Duration.ofHours(1)), 1)))
                .isEqualTo(both);
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void aSubjectWithPermitsIsAsked() {
        for (int i = 0; i < 2; i++) {
            acquire(request(ANN, TWO_PER_MINUTE, 1), request(ALL, Limit.of(100, Duration.ofHours(1)), 1));
        }
        acquire(request(ANN, TWO_PER_MINUTE, 1), request(ALL, Limit.of(100, Duration.ofHours(1)), 1));
        asked = 0;

        Decision alone =
                acquire(request(ALL, Limit.of(100, Duration.ofHours(1)), 1)).get(0);
        assertThat(alone.allowed()).isTrue();
        assertThat(alone.receipt()).isPresent();
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void aResetIsSeenAtOnce() {
        exhaust();
        cache.reset(ANN).toCompletableFuture().join();
        assertThat(ann().allowed()).isTrue();
    }

    @Test
    void aResetWhileAnAnswerIsOnItsWayIsSeen() {
        ann();
        ann();
        meanwhile = () -> cache.reset(ANN).toCompletableFuture().join();
        assertThat(ann().denies()).isTrue();
        assertThat(ann().allowed()).isTrue();
    }

    @Test
    void aPolicyThatTheApplicationRefundsIsAlwaysAsked() {
        Receipt receipt = ann().receipt().orElseThrow();
        ann();
        assertThat(ann().denies()).isTrue();

        cache.refund(List.of(receipt)).toCompletableFuture().join();
        assertThat(ann().allowed()).isTrue();
        asked = 0;
        ann();
        ann();
        assertThat(asked).isEqualTo(2);
    }

    private static Stream<Optional<PermitRequest>> whatIsNotRemembered() {
        Limit leaky = new Limit(2, Duration.ofMinutes(1), Algorithm.SLIDING_WINDOW, 2, Duration.ZERO);
        return Stream.of(Optional.of(new PermitRequest(ALL, leaky, 1, true)), Optional.empty());
    }

    @ParameterizedTest
    @MethodSource("whatIsNotRemembered")
    void shadowsAndWhatIsDecidedInSeveralPlacesAreAsked(Optional<PermitRequest> shadow) {
        isExact = shadow.isPresent();
        PermitRequest[] requests = Stream.concat(Stream.of(request(ANN, TWO_PER_MINUTE, 1)), shadow.stream())
                .toArray(PermitRequest[]::new);
        for (int i = 0; i < 10; i++) {
            acquire(requests);
        }
        assertThat(asked).isEqualTo(10);
    }

    @Test
    void memoryIsBounded() {
        Limit one = Limit.of(1, Duration.ofHours(1), Algorithm.FIXED_WINDOW);
        for (int i = 0; i < 20_000; i++) {
            PermitRequest request = request(LimitKey.of("p", List.of("ip", "a" + i)), one, 1);
            acquire(request);
            acquire(request);
        }
        asked = 0;
        acquire(request(LimitKey.of("p", List.of("ip", "a19999")), one, 1));
        assertThat(asked).as("there was no room for the last one").isEqualTo(1);

        time.advance(Duration.ofSeconds(1));
        acquire(request(LimitKey.of("p", List.of("ip", "a19999")), one, 1));
        acquire(request(LimitKey.of("p", List.of("ip", "a19999")), one, 1));
        assertThat(asked).as("what is over made room").isEqualTo(2);
    }
}
