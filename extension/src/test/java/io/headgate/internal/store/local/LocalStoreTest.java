package io.headgate.internal.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.RateLimitStoreContract;
import io.headgate.testing.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LocalStoreTest extends RateLimitStoreContract {

    @Override
    protected RateLimitStore open(ManualTime time) {
        return new LocalStore(time, 1_000);
    }

    @Test
    void aStoreRemembersAtLeastOneSubject() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LocalStore(time, 0))
                .withMessage("maxSubjects is 0, allowed are 1 and more");
    }

    @Test
    void anAlgorithmThatIsNotSupportedIsRefused() {
        Limit limit = limit(Algorithm.REDISSON, 5, 60);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> acquire(one("shared", limit)))
                .withMessageStartingWith("algorithm is REDISSON");
    }

    @Test
    void limitsThatAreMadeUpAtRunTimeAreNotAllKept() {
        Arithmetics arithmetics = new Arithmetics();
        Limit first = limit(Algorithm.SLIDING_WINDOW, 1, 60);
        Object known = arithmetics.of(first);
        assertThat(arithmetics.of(first)).isSameAs(known);

        for (long permits = 2; permits <= 10_001; permits++) {
            arithmetics.of(limit(Algorithm.SLIDING_WINDOW, permits, 60));
        }

        assertThat(arithmetics.of(first)).isNotSameAs(known);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whatTakesNothingLeavesNoEntry(Algorithm algorithm) {
        Limit limit = limit(algorithm, 5, 60);
        peek(one("peek", limit));
        peekAll(one("a", limit), one("b", limit));
        acquire(at(6, one("impossible", limit)));
        acquire(one("zero", limit(algorithm, 0, 60)));
        acquireAll(one("a", limit), at(6, one("impossible", limit)));
        reset(one("reset", limit));

        assertThat(size()).isZero();
        acquire(one("a", limit));
        assertThat(size()).isEqualTo(1);
        reset(one("a", limit));
        assertThat(size()).isZero();
    }

    @Test
    void idleSubjectsDisappearWhenTheirStateIsNone() {
        acquire(one("sliding", limit(Algorithm.SLIDING_WINDOW, 5, 60)));
        acquire(one("fixed", limit(Algorithm.FIXED_WINDOW, 5, 60)));
        acquireAll(one("refunded", limit(Algorithm.SLIDING_WINDOW, 5, 60))).forEach(this::refund);

        sweep();
        assertThat(size()).isEqualTo(2);
        time.advance(Duration.ofMinutes(1));
        sweep();
        assertThat(size()).isEqualTo(1);
        time.advance(Duration.ofMinutes(1));
        time.advanceMicros(-1);
        sweep();
        assertThat(size()).isEqualTo(1);
        time.advanceMicros(1);
        sweep();
        assertThat(size()).isZero();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aSweepAfterTheClockSteppedBackLetsIdleSubjectsExpireInTheirTime(Algorithm algorithm) {
        time.advance(Duration.ofDays(365));
        acquire(at(5, one("back", limit(algorithm, 5, 60))));
        time.advance(Duration.ofDays(-365));

        sweep();
        assertThat(peek(one("back", limit(algorithm, 5, 60))).remaining()).isZero();
        time.advance(Duration.ofMinutes(2));
        sweep();
        assertThat(size()).isZero();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aSweepChangesNoAnswer(Algorithm algorithm) {
        acquire(at(5, one("kept", limit(algorithm, 9, 60))));
        for (int second = 0; second < 119; second++) {
            Object before = peek(one("kept", limit(algorithm, 9, 60)));
            sweep();
            assertThat(peek(one("kept", limit(algorithm, 9, 60)))).isEqualTo(before);
            time.advance(Duration.ofSeconds(1));
        }
    }

    private long size() {
        return ((LocalStore) store).size();
    }

    private void sweep() {
        ((LocalStore) store).sweep();
    }
}
