package io.headgate.internal.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.ManualTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What others do in the midst of an acquisition: a store reads the clock after it has read a state, and there they strike. */
@Timeout(30)
class InterferenceTest extends StoreKit {

    private static final Limit FIVE = limit(Algorithm.SLIDING_WINDOW, 5, 60);

    private final Deque<Runnable> strikes = new ArrayDeque<>();

    @Override
    protected RateLimitStore open(ManualTime time) {
        return new LocalStore(() -> read(time), 100);
    }

    private long read(ManualTime time) {
        Runnable strike = strikes.poll();
        if (strike != null) {
            strike.run();
        }
        return time.micros();
    }

    /** At the given look at the clock, the first being 1. */
    private void atLook(int look, Runnable strike) {
        for (int i = 1; i < look; i++) {
            strikes.add(() -> {});
        }
        strikes.add(strike);
    }

    @Test
    void aChargeInBetweenIsSeen() {
        PermitRequest request = one("a", FIVE);
        acquire(request);
        atLook(1, () -> acquire(at(3, request)));

        assertThat(acquire(request).remaining()).isZero();
    }

    @Test
    void aDenialThatWasTrueBeforeARefundIsNotChargedAfterIt() {
        PermitRequest request = one("a", FIVE);
        Decision first = acquire(at(5, request));
        atLook(1, () -> refund(first));

        assertThat(acquire(request).allowed()).isFalse();
        assertThat(peek(request).remaining()).isEqualTo(5);
    }

    @Test
    void aResetInBetweenStartsAgain() {
        PermitRequest request = one("a", FIVE);
        acquire(at(3, request));
        atLook(1, () -> reset(request));

        assertThat(acquire(request).remaining()).isEqualTo(4);
        assertThat(size()).isEqualTo(1);
    }

    @Test
    void twoThatAddOneSubjectAtOnceAddIt() {
        PermitRequest request = one("a", FIVE);
        atLook(2, () -> acquire(request));

        assertThat(acquire(request).remaining()).isEqualTo(3);
        assertThat(size()).isEqualTo(1);
    }

    @Test
    void aNewSubjectIsNotEvictedBeforeItIsCharged() {
        store = new LocalStore(() -> read(time), 1);
        PermitRequest mine = request("a", "mine", FIVE, 1);
        PermitRequest other = request("a", "other", FIVE, 1);
        atLook(3, () -> acquire(other));

        assertThat(acquire(mine).remaining()).isEqualTo(4);
        assertThat(peek(mine).remaining()).isEqualTo(4);
        assertThat(peek(other).remaining()).as("counted with others").isEqualTo(4);
    }

    @Test
    void whatIsTakenBetweenTheLookAndTheChargeDeniesAll() {
        PermitRequest fresh = one("fresh", FIVE);
        PermitRequest taken = one("taken", FIVE);
        acquire(taken);
        atLook(1, () -> acquire(at(4, taken)));

        List<Decision> decisions = acquireAll(fresh, taken);

        assertThat(decisions).extracting(Decision::allowed).containsExactly(true, false);
        assertThat(decisions).extracting(Decision::remaining).containsExactly(5L, 0L);
        assertThat(decisions).noneMatch(decision -> decision.receipt().isPresent());
        assertThat(size()).isEqualTo(1);
    }

    @Test
    void anEntryThatDiesBetweenTheLookAndTheChargeIsLookedUpAgain() {
        PermitRequest known = one("known", FIVE);
        PermitRequest fresh = one("new", FIVE);
        acquire(at(4, known));
        atLook(2, () -> reset(known));

        List<Decision> decisions = acquireAll(known, fresh);

        assertThat(decisions).extracting(Decision::remaining).containsExactly(4L, 4L);
        assertThat(peek(known).remaining()).isEqualTo(4);
        assertThat(size()).isEqualTo(2);
    }

    /** Whoever waits for the first entry in the order must not hold a later one yet, whatever was asked for first. */
    @Test
    void entriesAreHeldInOneOrderForAll() throws Exception {
        Subjects subjects = new Subjects(time, 10);
        Arithmetics arithmetics = new Arithmetics();
        PermitRequest a = one("a", FIVE);
        PermitRequest b = one("b", FIVE);
        joint(subjects, arithmetics, a, b).acquire();
        Entry entryA = entry(subjects, a);
        Entry entryB = entry(subjects, b);
        CompletableFuture<List<Decision>> answer = new CompletableFuture<>();
        Thread waiting = new Thread(
                () -> answer.complete(joint(subjects, arithmetics, b, a).acquire()));

        synchronized (entryA) {
            waiting.start();
            while (waiting.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            assertThat(entryB.glance()).isNotEqualTo(Marker.HELD);
        }
        assertThat(answer.get(10, TimeUnit.SECONDS))
                .extracting(Decision::remaining)
                .containsExactly(3L, 3L);
    }

    private JointAcquisition joint(Subjects subjects, Arithmetics arithmetics, PermitRequest... requests) {
        return new JointAcquisition(Acquisition.of(List.of(requests)), arithmetics, subjects, time);
    }

    private static Entry entry(Subjects subjects, PermitRequest request) {
        Entry entry = subjects.find(request.key());
        assertThat(entry).isNotNull();
        return Objects.requireNonNull(entry);
    }

    private long size() {
        return ((LocalStore) store).size();
    }
}
