package io.headgate.internal.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.internal.algorithm.State;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EntryTest {

    private final Arithmetic arithmetic = Algorithms.of(Limit.of(5, Duration.ofMinutes(1)));
    private final State one = arithmetic.take(null, 1, 0).next();
    private final State two = arithmetic.take(null, 2, 0).next();
    private final Entry entry = new Entry(LimitKey.of("policy", List.of("subject")), false, one, arithmetic, 0);

    @Test
    void aStateIsReplacedOnlyWhereItIsTheExpectedOne() {
        assertThat(entry.replace(two, one)).isFalse();
        assertThat(entry.replace(one, two)).isTrue();
        assertThat(entry.read()).isSameAs(two);
    }

    @Test
    void whileHeldNobodyReplacesTheState() {
        synchronized (entry) {
            assertThat(entry.hold()).isSameAs(one);
            assertThat(entry.glance()).isSameAs(Marker.HELD);
            assertThat(entry.replace(one, two)).isFalse();
            entry.release(one);
        }
        assertThat(entry.replace(one, two)).isTrue();
    }

    @Test
    void whoReadsWhileItIsHeldWaitsForWhatComesOfIt() throws Exception {
        CompletableFuture<State> read = new CompletableFuture<>();
        Thread reader = new Thread(() -> read.complete(entry.read()));
        synchronized (entry) {
            entry.hold();
            reader.start();
            while (reader.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            entry.release(two);
        }
        assertThat(read.get(10, TimeUnit.SECONDS)).isSameAs(two);
    }

    @Test
    void aDeadEntryStaysDead() {
        entry.replace(one, Marker.DEAD);

        synchronized (entry) {
            assertThat(entry.hold()).isSameAs(Marker.DEAD);
        }
        assertThat(entry.glance()).isSameAs(Marker.DEAD);
    }

    @Test
    void itRemembersTheLastUseToTheMillisecond() {
        Arithmetic other = Algorithms.of(Limit.of(6, Duration.ofMinutes(1)));

        entry.used(other, 7_999);

        assertThat(entry.usedMillis()).isEqualTo(7);
        assertThat(entry.arithmetic()).isSameAs(other);
    }
}
