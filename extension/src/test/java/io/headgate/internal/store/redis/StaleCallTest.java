package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.PermitRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call that comes too late charges nothing; one that only seems so is sent once more. */
class StaleCallTest extends TwoClocks {

    StaleCallTest() {
        super(new PermitRequest(
                LimitKey.of("stale", List.of("a")),
                Limit.of(5, Duration.ofDays(1), Algorithm.SLIDING_WINDOW),
                1,
                false));
    }

    @BeforeEach
    void begin() {
        meet();
    }

    @Test
    void whatIsInTimeTakesOneTrip() {
        bothPass(Duration.ofHours(7));
        onTheWay = () -> bothPass(DEADLINE);

        assertThat(acquire().remaining()).isEqualTo(4);
        assertThat(server.calls("evalsha")).isEqualTo(1);
    }

    @Test
    void whatIsTooLateChargesNothing() {
        onTheWay = () -> {
            bothPass(DEADLINE);
            there.advanceMicros(1);
        };

        assertThat(failure()).contains("HG0301");
        onTheWay = () -> {};
        assertThat(acquire().remaining()).isEqualTo(4);
    }

    @Test
    void afterAClockWasSetForwardACallIsSentOnceMoreAndChargedOnce() {
        there.advance(Duration.ofHours(1));
        assertThat(acquire().remaining()).isEqualTo(4);
        assertThat(server.calls("evalsha")).isEqualTo(2);

        assertThat(acquire().remaining()).isEqualTo(3);
        assertThat(server.calls("evalsha")).isEqualTo(3);
    }

    @Test
    void afterAClockWasSetBackNothingIsTakenForInTimeThatIsNot() {
        there.advance(Duration.ofHours(-1));
        acquire();
        assertThat(server.calls("evalsha")).isEqualTo(1);

        onTheWay = () -> {
            bothPass(DEADLINE);
            there.advanceMicros(1);
        };
        assertThat(failure()).contains("HG0301");
    }

    @Test
    void aClockThatRunsAwayIsNotFollowedForEver() {
        onTheWay = () -> there.advance(Duration.ofHours(1));

        assertThat(failure()).contains("HG0301");
        assertThat(server.calls("evalsha")).isEqualTo(2);
    }

    @Test
    void aRefundIsNeverTooLate() {
        Decision charged = acquire();
        onTheWay = () -> bothPass(Duration.ofSeconds(10));

        refund(charged);

        assertThat(ofKey("EXISTS")).isZero();
    }

    private void bothPass(Duration duration) {
        here.advance(duration);
        there.advance(duration);
    }

    private String failure() {
        try {
            return "no failure but " + acquire();
        } catch (CompletionException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
