package io.headgate.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.Verdict;
import io.headgate.internal.store.FallbackStore;
import io.headgate.internal.store.ShareStore;
import io.headgate.internal.store.local.LocalStore;
import io.headgate.spi.Acquisition;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.ManualTime;
import io.headgate.testing.Parallel;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Places to wait, one permit in an hour unless a test says otherwise. */
@Timeout(30)
class TurnsTest {

    private static final Map<String, String> SLOW = Map.of(
            "ratelimit.policies", "slow",
            "ratelimit.policy.slow.algorithm", "leaky-bucket",
            "ratelimit.policy.slow.key", "global",
            "ratelimit.policy.slow.limit", "1",
            "ratelimit.policy.slow.window", "1h",
            "ratelimit.policy.slow.max-wait", "9h");

    private final ManualTime time = new ManualTime();
    private final RateLimitStore store = new LocalStore(time, 100);

    private Node node(String... more) {
        return node(store, more);
    }

    private static Node node(RateLimitStore store, String... more) {
        Map<String, String> properties = new HashMap<>(SLOW);
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return new Node(store, properties);
    }

    @Test
    void whoNeedNotWaitLeavesItsPlaceAtOnce() {
        try (Node node = node()) {
            Turn first = node.decide();

            assertThat(first.isNow()).isTrue();
            assertThat(first.await()).isSameAs(first.verdict());
            assertThat(node.turns.taken()).isZero();
        }
    }

    @Test
    void whoWaitsKeepsItsPlaceUntilItsTurnHasCome() {
        try (Node node = node("ratelimit.policy.slow.window", "50ms")) {
            node.decide();
            Turn second = node.decide();
            assertThat(second.verdict().allowed()).isTrue();
            assertThat(second.verdict().delay()).isEqualTo(Duration.ofMillis(50));

            assertThat(second.await()).isSameAs(second.verdict());
            assertThat(node.turns.taken()).isZero();
        }
    }

    @Test
    void ofManyThreadsAsManyWaitAsThereArePlaces() throws Exception {
        try (Node node = node("ratelimit.max-waiting", "5")) {
            node.decide();

            List<Turn> turns = Parallel.run(32, node::decide);

            assertThat(turns).filteredOn(turn -> !turn.isNow()).hasSize(5);
            assertThat(turns)
                    .filteredOn(turn -> !turn.isNow())
                    .extracting(turn -> turn.verdict().delay())
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.of(1, 2, 3, 4, 5).map(Duration::ofHours).toList());
            assertThat(turns)
                    .filteredOn(Turn::isNow)
                    .noneMatch(turn -> turn.await().allowed());
            assertThat(node.turns.taken()).isEqualTo(5);
        }
    }

    @Test
    void whoIsDeniedLeavesItsPlaceAtOnce() {
        try (Node node = node("ratelimit.policy.slow.max-wait", "1h")) {
            node.decide();
            node.decide();

            Turn denied = node.decide();

            assertThat(denied.isNow()).isTrue();
            assertThat(denied.await().allowed()).isFalse();
            assertThat(node.turns.taken()).isEqualTo(1);
        }
    }

    @Test
    void policiesThatPutNobodyOffNeedNoPlace() {
        for (String[] other : new String[][] {
            {"ratelimit.policy.slow.algorithm", "token-bucket", "ratelimit.policy.slow.max-wait", ""},
            {"ratelimit.policy.slow.max-wait", "0s"},
            {"ratelimit.policy.slow.shadow", "true"},
        }) {
            Map<String, String> properties = new HashMap<>(SLOW);
            for (int i = 0; i < other.length; i += 2) {
                properties.put(other[i], other[i + 1]);
            }
            properties.values().removeIf(String::isEmpty);
            properties.put("ratelimit.max-waiting", "0");
            try (Node node = new Node(new LocalStore(time, 100), properties)) {
                assertThat(node.decide().verdict().allowed()).isTrue();
                assertThat(node.decide().isNow()).isTrue();
                assertThat(node.turns.taken()).isZero();
            }
        }
    }

    @Test
    void besideAPolicyThatPutsOffAShadowPolicyPutsNobodyOff() {
        try (Node node = node(
                "ratelimit.policies", "slow,slower",
                "ratelimit.policy.slower.algorithm", "leaky-bucket",
                "ratelimit.policy.slower.key", "global",
                "ratelimit.policy.slower.limit", "1",
                "ratelimit.policy.slower.window", "5h",
                "ratelimit.policy.slower.shadow", "true")) {
            node.decide();

            Verdict verdict = node.decide().verdict();
            assertThat(verdict.decisions())
                    .extracting(Decision::delay)
                    .containsExactly(Duration.ofHours(1), Duration.ofHours(5));
            assertThat(verdict.delay()).isEqualTo(Duration.ofHours(1));
        }
    }

    @Test
    void nobodyWaitsForAStoreThatFailed() {
        RateLimitStore failing = new Failing();
        for (String rule : new String[] {"allow", "deny"}) {
            try (Node node = node(failing, "ratelimit.policy.slow.on-store-failure", rule)) {
                Turn turn = node.decide();

                assertThat(turn.isNow()).isTrue();
                assertThat(turn.await().allowed()).isEqualTo(rule.equals("allow"));
                assertThat(node.turns.taken()).isZero();
            }
        }
    }

    @Test
    void whatThisProcessGrantsAloneIsWaitedForAndGivenBackWhereItWasTaken() {
        ShareStore share = new ShareStore(store, BigDecimal.ONE);
        RateLimitStore fallback = new FallbackStore(new Failing(), share);
        try (Node node = new Node(new Backend(fallback, fallback, share), SLOW)) {
            node.decide();
            Turn second = node.decide();

            assertThat(second.isNow()).isFalse();
            assertThat(second.verdict().delay()).isEqualTo(Duration.ofHours(1));
            assertThat(interrupted(second).undecided()).isTrue();
            assertThat(node.turns.taken()).isZero();
            assertThat(node.decide().verdict().delay()).isEqualTo(Duration.ofHours(1));
        }
    }

    @Test
    void whoGetsNoAnswerAtAllLeavesItsPlace() {
        try (Node node = node(new Failing())) {
            assertThatThrownBy(node::decide).hasRootCauseInstanceOf(StoreUnavailableException.class);
            assertThat(node.turns.taken()).isZero();
        }
        try (Node node = node(new Throwing())) {
            assertThatThrownBy(node::decide).isInstanceOf(IllegalStateException.class);
            assertThat(node.turns.taken()).isZero();
        }
    }

    @Test
    void theDelayOfAShadowPolicyIsNotWaitedFor() {
        try (Node node = node(
                "ratelimit.policies", "slow,quick",
                "ratelimit.policy.slow.shadow", "true",
                "ratelimit.policy.quick.algorithm", "leaky-bucket",
                "ratelimit.policy.quick.key", "global",
                "ratelimit.policy.quick.limit", "1",
                "ratelimit.policy.quick.window", "50ms")) {
            node.decide();

            assertThat(node.decide().verdict().delay()).isEqualTo(Duration.ofMillis(50));
        }
    }

    @Test
    void whoIsInterruptedGivesBackWhatItTookUnlessOthersCameBehindIt() {
        try (Node node = node()) {
            node.decide();
            Turn second = node.decide();
            Turn third = node.decide();

            assertThat(interrupted(second).allowed()).isFalse();
            assertThat(node.turns.taken()).isEqualTo(1);
            assertThat(node.decide().verdict().delay()).isEqualTo(Duration.ofHours(3));
            assertThat(third.isNow()).isFalse();

            Turn last = node.decide();
            assertThat(interrupted(last).undecided()).isTrue();
            assertThat(node.decide().verdict().delay()).isEqualTo(last.verdict().delay());
        }
    }

    private static Verdict interrupted(Turn turn) {
        Thread.currentThread().interrupt();
        Verdict verdict = turn.await();
        assertThat(Thread.interrupted()).isTrue();
        return verdict;
    }

    /** However the wait ends: a place that is freed a moment later is one that the next call does not find. */
    @ParameterizedTest
    @EnumSource
    void whoHearsThatAWaitIsOverFindsItsPlaceFree(Ending ending) {
        try (Node node = node("ratelimit.policy.slow.window", ending == Ending.TURN ? "50ms" : "1h")) {
            node.decide();
            Turn turn = node.decide();
            CompletableFuture<Integer> taken = turn.come().thenApply(verdict -> node.turns.taken());

            ending.end(node, turn);

            assertThat(taken).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(0);
        }
    }

    private enum Ending {
        TURN,
        INTERRUPTION,
        CLOSE;

        void end(Node node, Turn turn) {
            switch (this) {
                case INTERRUPTION -> interrupted(turn);
                case CLOSE -> node.close();
                case TURN -> {}
            }
        }
    }

    @Test
    void anInterruptedThreadWhoseTurnHasComeGoesOn() {
        try (Node node = node()) {
            Turn first = node.decide();

            assertThat(interrupted(first)).isSameAs(first.verdict());
        }
    }

    @Test
    void d22_atTheEndWhoWaitsIsRefusedAndSoIsWhoComes() {
        Node node = node();
        node.decide();
        Turn waits = node.decide();
        node.close();

        assertThat(waits.isNow()).isTrue();
        assertThat(waits.await().undecided()).isTrue();
        Turn late = node.decide();
        assertThat(late.isNow()).isTrue();
        assertThat(late.await().undecided()).isTrue();
        assertThat(node.turns.taken()).isZero();
    }

    /** A store that does not even fail as it should. */
    private static final class Throwing extends Failing {

        @Override
        public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
            throw new IllegalStateException("broken");
        }
    }

    /** A store that never answers. */
    private static class Failing implements RateLimitStore {

        private static <T> CompletionStage<T> fail() {
            return CompletableFuture.failedFuture(new StoreUnavailableException("no answer", null));
        }

        @Override
        public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
            return fail();
        }

        @Override
        public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
            return fail();
        }

        @Override
        public CompletionStage<Void> refund(List<Receipt> receipts) {
            return fail();
        }

        @Override
        public CompletionStage<Void> reset(LimitKey key) {
            return fail();
        }
    }
}
