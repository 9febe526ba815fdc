package io.headgate.internal.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreThreadContract;
import io.headgate.testing.ManualTime;
import io.headgate.testing.Parallel;
import io.headgate.testing.Parallel.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LocalStoreThreadTest extends StoreThreadContract {

    @Override
    protected RateLimitStore open(ManualTime time) {
        return new LocalStore(time, 1_000);
    }

    /** Time passes with every look at the clock, so that threads meet at the edges of windows all the time. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void whileWindowsEndEachAdmitsAtMostItsLimitAndNothingIsTakenForAStepBack(Algorithm algorithm) throws Exception {
        LocalStore moving = new LocalStore(ticking(), 1_000);
        PermitRequest one = one("one", Limit.of(50, Duration.ofMillis(10), algorithm));
        PermitRequest other = one("other", Limit.of(40, Duration.ofMillis(20), algorithm));

        List<Decision> admitted = Parallel.rounds(Threads.PLATFORM, 1, 8, (round, thread) -> {
                    List<Decision> passed = new ArrayList<>();
                    for (int call = 0; call < 10_000; call++) {
                        List<PermitRequest> asked = (call + thread) % 4 == 0 ? List.of(one, other) : List.of(one);
                        List<Decision> decisions = answer(moving.tryAcquire(Acquisition.of(asked)));
                        decisions.stream()
                                .filter(decision -> decision.receipt().isPresent())
                                .forEach(passed::add);
                    }
                    return passed;
                })
                .get(0)
                .stream()
                .flatMap(List::stream)
                .toList();

        for (PermitRequest request : List.of(one, other)) {
            assertThat(perWindow(admitted, request))
                    .hasSizeGreaterThan(1)
                    .allSatisfy((window, permits) -> assertThat(permits)
                            .isLessThanOrEqualTo(
                                    atMost(algorithm) * request.limit().permits()));
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void inATinyStoreManySubjectsComeToAnEndAndTheBoundHolds(Algorithm algorithm) throws Exception {
        LocalStore tiny = new LocalStore(ticking(), 2);
        AtomicInteger tooMany = new AtomicInteger();

        Parallel.rounds(Threads.PLATFORM, 1, 8, (round, thread) -> {
            for (int call = 0; call < 500; call++) {
                answer(tiny.tryAcquire(Acquisition.of(List.of(
                        request("a", "subject " + (thread + call) % 5, limit(algorithm, 3, 60), 1),
                        request("b", "subject " + call % 7, limit(algorithm, 1_000_000, 60), 1),
                        request("c", "subject " + thread, limit(algorithm, 1_000_000, 60), 1)))));
                if (call % 10 == 0) {
                    answer(tiny.reset(request("b", "subject 1", limit(algorithm, 1, 60), 1)
                            .key()));
                    tiny.sweep();
                }
                if (tiny.size() > 2) {
                    tooMany.incrementAndGet();
                }
            }
            return true;
        });

        assertThat(tooMany).hasValue(0);
        assertThat(tiny.size()).isBetween(0L, 2L);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void sweepsWhileThreadsChargeLoseNothing(Algorithm algorithm) throws Exception {
        PermitRequest busy = one("busy", limit(algorithm, 100_000, 86_400));
        PermitRequest also = one("also", limit(algorithm, 100_000, 86_400));

        Parallel.rounds(Threads.PLATFORM, 1, 8, (round, thread) -> {
            for (int call = 0; call < 500; call++) {
                if (thread == 0) {
                    ((LocalStore) store).sweep();
                } else if (thread % 2 == 0) {
                    acquire(busy);
                } else {
                    acquireAll(also, busy);
                }
            }
            return true;
        });

        assertThat(peek(busy).remaining()).isEqualTo(100_000 - 7 * 500);
        assertThat(peek(also).remaining()).isEqualTo(100_000 - 4 * 500);
    }

    /** A bucket admits what it has saved up beside what flows in. */
    private static long atMost(Algorithm algorithm) {
        return algorithm == Algorithm.TOKEN_BUCKET ? 2 : 1;
    }

    private TimeSource ticking() {
        return () -> {
            time.advanceMicros(5);
            return time.micros();
        };
    }

    private static Instant turn(Decision decision) {
        return decision.decidedAt().plus(decision.delay());
    }

    private static Map<Long, Long> perWindow(List<Decision> admitted, PermitRequest of) {
        long windowMillis = of.limit().window().toMillis();
        return admitted.stream()
                .filter(decision -> decision.policy().equals(of.key().policy()))
                .collect(Collectors.groupingBy(
                        decision -> turn(decision).toEpochMilli() / windowMillis, Collectors.counting()));
    }
}
