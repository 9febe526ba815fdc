package io.headgate.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Decision;
import io.headgate.internal.store.redis.RedisStore;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.Alone;
import io.headgate.testing.Parallel;
import io.headgate.testing.Parallel.Threads;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RedissonClient;

/** Two nodes, each with a client of its own, one Redis, and its clock. */
@Alone
@Timeout(60)
class TwoNodesTest {

    private static final Map<String, String> TWENTY_PER_SECOND = Map.of(
            "ratelimit.policies", "even",
            "ratelimit.policy.even.algorithm", "leaky-bucket",
            "ratelimit.policy.even.key", "global",
            "ratelimit.policy.even.limit", "20",
            "ratelimit.policy.even.window", "1s");
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);
    private static final long APART_MICROS = 50_000;
    private static final int BURST = 40;

    private final RedisServer server = RedisServer.shared();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final List<RedissonClient> clients =
            List.of(RedissonClients.small(server.address()), RedissonClients.small(server.address()));

    @BeforeEach
    void empty() {
        server.clear();
    }

    @AfterEach
    void shutDown() {
        clients.forEach(RedissonClient::shutdown);
        threads.shutdownNow();
    }

    private Node node(RedissonClient client) {
        RateLimitStore store = new RedisStore(client, "nodes", Duration.ofSeconds(20), threads);
        return new Node(store, TWENTY_PER_SECOND);
    }

    /** A call that was admitted, or not. */
    private record Call(Decision decision, long departedMicros) {

        static Call through(Node node) {
            Turn turn = node.decide();
            turn.await();
            return new Call(
                    turn.verdict().decisions().get(0), TimeSource.system().micros());
        }

        boolean passed() {
            return decision.allowed();
        }

        /** When it is its turn, by the clock of Redis, which is this machine's. */
        long turnMicros() {
            Duration wait = passed()
                    ? decision.delay()
                    : decision.retryAfter().orElseThrow().plus(MAX_WAIT);
            Instant turn = decision.decidedAt().plus(wait);
            return turn.getEpochSecond() * 1_000_000 + turn.getNano() / 1_000;
        }

        long lateMicros() {
            return departedMicros - turnMicros();
        }
    }

    /**
     * All turns are 50 ms apart, each is taken by one call, and a call is denied where the first free turn is more than a
     * second away. Nobody leaves early. How late somebody leaves is the machine's affair; a thread that is woken in time leaves
     * within a few milliseconds, so most have left before the next one's turn.
     */
    @Test
    void callsOfBothNodesLeaveFiftyMillisApartInTheOrderInWhichRedisSawThem() throws Exception {
        try (Node one = node(clients.get(0));
                Node other = node(clients.get(1))) {
            Call first = Call.through(one);
            assertThat(Call.through(other).passed()).isTrue();

            List<Call> burst = Parallel.rounds(
                            Threads.PLATFORM, 1, BURST, (round, thread) -> Call.through(thread % 2 == 0 ? one : other))
                    .get(0);

            List<Call> passed = burst.stream()
                    .filter(Call::passed)
                    .sorted(Comparator.comparing(Call::turnMicros))
                    .toList();
            long begin = passed.get(0).turnMicros();
            assertThat(begin - first.turnMicros()).isGreaterThanOrEqualTo(2 * APART_MICROS);
            assertThat(passed)
                    .extracting(Call::turnMicros)
                    .containsExactlyElementsOf(LongStream.range(0, passed.size())
                            .mapToObj(turn -> begin + turn * APART_MICROS)
                            .toList());
            assertThat(passed).isSortedAccordingTo(Comparator.comparing(call -> call.decision.decidedAt()));
            assertThat(passed).allSatisfy(call -> {
                assertThat(call.decision.delay()).isLessThanOrEqualTo(MAX_WAIT);
                assertThat(call.lateMicros()).isNotNegative();
            });

            List<Call> denied = burst.stream().filter(call -> !call.passed()).toList();
            assertThat(denied).allSatisfy(call -> {
                assertThat(call.decision.retryAfter().orElseThrow()).isPositive();
                long ahead = passed.stream()
                        .filter(before -> before.decision.decidedAt().isBefore(call.decision.decidedAt()))
                        .count();
                assertThat(call.turnMicros()).isEqualTo(begin + ahead * APART_MICROS);
            });
            // At first twenty wait behind the one that leaves at once; one more for each turn that passed meanwhile.
            long spread = burst.stream()
                            .mapToLong(call -> call.decision.decidedAt().toEpochMilli())
                            .summaryStatistics()
                            .getMax()
                    - begin / 1000;
            assertThat((long) passed.size()).isBetween(20L, 21 + Math.max(0, spread / 50 + 1));

            long[] late = passed.stream().mapToLong(Call::lateMicros).sorted().toArray();
            System.out.println(passed.size() + " of " + BURST + " passed, late by " + late[late.length / 2]
                    + " us in the middle and " + late[late.length - 1] + " us at most");
            assertThat(late[late.length / 2]).isLessThan(APART_MICROS);
        }
    }
}
