package io.headgate.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.internal.store.NotYetConnectedException;
import io.headgate.spi.StoreListener;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Logs;
import io.headgate.testing.ManualTime;
import io.headgate.testing.Parallel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** One WARN for each outage, one INFO for its end, and each failure is heard. */
class ListenersTest {

    private static final Decision DECISION = new Decision(
            "search",
            Decision.Outcome.ALLOWED,
            Limit.of(5, Duration.ofMinutes(1)),
            4,
            Optional.of(Duration.ofMinutes(1)),
            Optional.empty(),
            Duration.ZERO,
            Instant.EPOCH,
            false,
            Optional.empty());

    private final StoreUnavailableException failure = new StoreUnavailableException("no answer", null);

    private final ManualTime time = new ManualTime();
    private final List<StoreUnavailableException> failures = new CopyOnWriteArrayList<>();
    private final AtomicInteger recoveries = new AtomicInteger();
    private final Listeners listeners = new Listeners(
            List.of(),
            List.of(new StoreListener() {
                @Override
                public void storeFailed(StoreUnavailableException heard) {
                    failures.add(heard);
                }

                @Override
                public void storeRecovered() {
                    recoveries.incrementAndGet();
                }
            }),
            time);

    @Test
    void d21_oneWarningForEachOutageHoweverManyThreadsSeeIt() throws Exception {
        try (Logs logs = new Logs()) {
            for (int outage = 1; outage <= 2; outage++) {
                Parallel.run(32, () -> {
                    listeners.storeFailed(failure);
                    return "";
                });
                time.advance(Duration.ofSeconds(10));
                Parallel.run(32, () -> {
                    listeners.answered();
                    return "";
                });

                assertThat(logs.warnings()).hasSize(outage);
                assertThat(logs.at(Level.INFO)).hasSize(outage);
                assertThat(failures).hasSize(32 * outage);
                assertThat(recoveries).hasValue(outage);
            }
        }
    }

    @Test
    void aSlowStoreThatAnswersSomeIsOneOutage() {
        try (Logs logs = new Logs()) {
            for (int i = 0; i < 100; i++) {
                listeners.storeFailed(failure);
                time.advance(Duration.ofMillis(9_900));
                listeners.answered();
            }
            assertThat(logs.warnings()).hasSize(1);
            assertThat(logs.at(Level.INFO)).isEmpty();

            time.advance(Duration.ofMillis(100));
            listeners.answered();
            assertThat(logs.at(Level.INFO)).containsExactly("HG0023: the store of the counters answers again");
        }
    }

    @Test
    void aClockThatIsSetBackDoesNotKeepTheOutageAlive() {
        listeners.storeFailed(failure);
        time.advance(Duration.ofHours(-1));
        listeners.answered();

        assertThat(recoveries).hasValue(1);
    }

    @Test
    void whoFindsOutWithoutAskingIsNoFailedAcquisition() {
        try (Logs logs = new Logs()) {
            listeners.began(failure);
            listeners.storeFailed(failure);

            assertThat(logs.warnings()).hasSize(1);
            assertThat(failures).hasSize(1);
        }
    }

    @Test
    void anOutageThatEndsWhileNobodyAsksIsToldToo() {
        try (Logs logs = new Logs()) {
            listeners.storeFailed(failure);
            time.advance(Duration.ofHours(1));
            listeners.tellRecovery();
            assertThat(logs.at(Level.INFO)).as("nobody knows that it is over").isEmpty();

            listeners.ended();
            listeners.tellRecovery();
            assertThat(logs.at(Level.INFO)).containsExactly("HG0023: the store of the counters answers again");
            assertThat(recoveries).hasValue(1);

            listeners.tellRecovery();
            assertThat(recoveries).hasValue(1);
        }
    }

    @Test
    void whatCannotBeKnownYetIsToldWithItsReason() {
        try (Logs logs = new Logs()) {
            listeners.storeFailed(new NotYetConnectedException("no connection yet"));
            assertThat(failures).hasSize(1);
            assertThat(logs.warnings()).isEmpty();

            listeners.began(new StoreUnavailableException("a wrong password", null));
            assertThat(logs.warnings()).singleElement().asString().contains("a wrong password");
            listeners.storeFailed(new NotYetConnectedException("no connection yet"));
            listeners.ended();
            assertThat(logs.warnings()).hasSize(1);
        }
    }

    @Test
    void aFirstAttemptThatTakesLongAndSucceedsIsAnOutageToo() {
        try (Logs logs = new Logs()) {
            listeners.storeFailed(new NotYetConnectedException("no connection yet"));
            listeners.ended();
            listeners.ended();
            assertThat(logs.warnings()).singleElement().asString().contains("no connection yet");

            time.advance(Duration.ofSeconds(10));
            listeners.tellRecovery();
            assertThat(logs.at(Level.INFO)).containsExactly("HG0023: the store of the counters answers again");
        }
    }

    @Test
    void anOutageThatBeginsAgainHasNotEnded() {
        listeners.began(failure);
        listeners.ended();
        time.advance(Duration.ofMillis(9_999));
        listeners.tellRecovery();
        assertThat(recoveries).as("it may come and go").hasValue(0);

        listeners.began(failure);
        time.advance(Duration.ofSeconds(20));
        listeners.tellRecovery();
        assertThat(recoveries).hasValue(0);
    }

    @Test
    void whatThisProcessDecidesAloneIsNoAnswerOfTheStore() {
        listeners.storeFailed(failure);
        time.advance(Duration.ofSeconds(20));
        listeners.decided(List.of(), true);
        listeners.tellRecovery();

        assertThat(recoveries).hasValue(0);
    }

    @Test
    void whatFailsBecauseTheApplicationEndsIsNoOutage() {
        try (Logs logs = new Logs()) {
            listeners.end();
            listeners.storeFailed(failure);
            listeners.began(failure);

            assertThat(logs.warnings()).isEmpty();
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void whateverAStoreFailsWithItIsAStoreFailure() {
        listeners.storeFailed(new CompletionException(failure));
        listeners.storeFailed(new IllegalStateException("odd"));

        assertThat(failures.get(0)).isSameAs(failure);
        assertThat(failures.get(1)).hasMessageContaining("odd").hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aLogThatThrowsHarmsNobody() {
        AtomicInteger decided = new AtomicInteger();
        Listeners withOneThatThrows = new Listeners(
                List.of(
                        (decision, admitted) -> {
                            throw new IllegalStateException("a listener");
                        },
                        (decision, admitted) -> decided.incrementAndGet()),
                List.of(),
                time);
        try (BrokenLog log = new BrokenLog()) {
            withOneThatThrows.decided(List.of(DECISION), true);
            assertThat(decided).hasValue(1);
            assertThat(log.lines).hasValue(1);

            listeners.storeFailed(failure);
            assertThat(failures).containsExactly(failure);
            time.advance(Duration.ofSeconds(10));
            listeners.answered();
            assertThat(recoveries).hasValue(1);
            assertThat(log.lines).as("once for the outage, once for its end").hasValue(3);

            listeners.began(failure);
            listeners.ended();
            time.advance(Duration.ofSeconds(10));
            listeners.tellRecovery();
            assertThat(recoveries).hasValue(2);
            assertThat(log.lines).hasValue(5);
        }
    }

    /** Its disk is full, or so. */
    private static final class BrokenLog extends Handler implements AutoCloseable {

        private final Logger logger = Logger.getLogger("io.headgate");
        final AtomicInteger lines = new AtomicInteger();

        BrokenLog() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            lines.incrementAndGet();
            throw new IllegalStateException("a log");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
