package io.headgate.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.testing.Parallel;
import io.headgate.testing.Parallel.Threads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store answers to many callers at once: exactly what it would answer to one after the other. */
@Timeout(60)
public abstract class StoreThreadContract extends StoreKit {

    private static final int ROUNDS = 20;

    static Stream<Arguments> algorithmsOnThreads() {
        return algorithms().flatMap(algorithm -> Threads.available().map(threads -> Arguments.of(algorithm, threads)));
    }

    @ParameterizedTest
    @MethodSource("algorithmsOnThreads")
    void f08_exactlyTheLimitPassesOf100Threads(Algorithm algorithm, Threads threads) throws Exception {
        List<List<Decision>> rounds = Parallel.rounds(
                threads, ROUNDS, 100, (round, thread) -> acquire(one("f08-" + round, limit(algorithm, 10, 86_400))));

        assertThat(rounds)
                .hasSize(ROUNDS)
                .allSatisfy(round ->
                        assertThat(round.stream().filter(Decision::allowed)).hasSize(10));
    }

    @ParameterizedTest
    @MethodSource("algorithmsOnThreads")
    void f08_exactlyTheLimitPassesOf100ThreadsThatAskForTwoPolicies(Algorithm algorithm, Threads threads)
            throws Exception {
        List<List<Boolean>> rounds = Parallel.rounds(
                threads,
                ROUNDS,
                100,
                (round, thread) -> passes(acquireAll(
                        one("f08-" + round, limit(algorithm, 10, 86_400)),
                        one("all", limit(algorithm, 1_000, 86_400)))));

        assertThat(rounds)
                .allSatisfy(round ->
                        assertThat(round.stream().filter(passed -> passed)).hasSize(10));
        assertThat(peek(one("all", limit(algorithm, 1_000, 86_400))).remaining())
                .isEqualTo(1_000 - 10 * ROUNDS);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void e14_fiftyParallelCallersSee49To0OnceEach(Algorithm algorithm) throws Exception {
        List<List<Long>> rounds = Parallel.rounds(
                Threads.PLATFORM,
                ROUNDS,
                50,
                (round, thread) -> acquire(one("e14-" + round, limit(algorithm, 50, 86_400)))
                        .remaining());

        List<Long> each = LongStream.range(0, 50).boxed().toList();
        assertThat(rounds).allSatisfy(round -> assertThat(round).containsExactlyInAnyOrderElementsOf(each));
    }

    /** Three policies that deny at different counts, asked for in every order, and each of them alone in between. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void underContentionEveryAcquisitionIsChargedAsAWhole(Algorithm algorithm) throws Exception {
        List<PermitRequest> policies = new ArrayList<>(List.of(
                one("a", limit(algorithm, 400, 86_400)),
                at(2, one("b", limit(algorithm, 700, 86_400))),
                at(3, one("c", limit(algorithm, 1_500, 86_400)))));
        AtomicInteger together = new AtomicInteger();
        AtomicInteger aloneA = new AtomicInteger();

        Parallel.rounds(Threads.PLATFORM, 1, 64, (round, thread) -> {
            List<PermitRequest> order = new ArrayList<>(policies);
            Collections.rotate(order, thread);
            for (int call = 0; call < 10; call++) {
                if (passes(acquireAll(order.toArray(PermitRequest[]::new)))) {
                    together.incrementAndGet();
                }
                if (call % 5 == 0 && acquire(policies.get(0)).allowed()) {
                    aloneA.incrementAndGet();
                }
            }
            return thread;
        });

        long takenA = 400 - peek(policies.get(0)).remaining();
        assertThat(takenA).isEqualTo(together.get() + aloneA.get());
        assertThat(700 - peek(policies.get(1)).remaining()).isEqualTo(2L * together.get());
        assertThat(1_500 - peek(policies.get(2)).remaining()).isEqualTo(3L * together.get());
        assertThat(takenA == 400 || together.get() == 350)
                .as("%d together, %d alone: something was denied while there was enough", together.get(), aloneA.get())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aReceiptThatManyGiveBackAtOnceWorksOnce(Algorithm algorithm) throws Exception {
        PermitRequest request = one("refund", limit(algorithm, 100, 86_400));
        acquire(at(60, request));
        Decision seven = acquire(at(7, request));

        Parallel.run(32, () -> {
            refund(seven);
            return true;
        });

        assertThat(peek(request).remaining()).isEqualTo(40);
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatWeighCosts")
    void chargesAndRefundsOfManyThreadsAddUp(Algorithm algorithm) throws Exception {
        PermitRequest one = one("one", limit(algorithm, 100_000, 86_400));
        PermitRequest other = one("other", limit(algorithm, 100_000, 86_400));

        Parallel.run(16, () -> {
            for (int i = 0; i < 50; i++) {
                List<Decision> both = acquireAll(one, at(3, other));
                acquire(one);
                refund(both.get(0), both.get(1));
            }
            return true;
        });

        assertThat(peek(one).remaining()).isEqualTo(100_000 - 16 * 50);
        assertThat(peek(other).remaining()).isEqualTo(100_000);
    }

    private static boolean passes(List<Decision> decisions) {
        boolean passes = decisions.stream().noneMatch(Decision::denies);
        assertThat(decisions)
                .allSatisfy(
                        decision -> assertThat(decision.receipt().isPresent()).isEqualTo(passes));
        return passes;
    }
}
