package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Resp;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call that comes too late charges nothing; one that only seems so is sent once more. */
class StaleCallTest {

    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final RedisServer server = RedisServer.shared();
    private final Resp resp = server.resp();
    private final ManualTime here = new ManualTime();
    private final ManualTime there = new ManualTime();
    private volatile Runnable onTheWay = () -> {};
    private final RedisStore store =
            new RedisStore(RedisKit.client(server), RedisKit.NAMESPACE, DEADLINE, RedisKit.HEADGATE, here, () -> {
                onTheWay.run();
                return there.micros();
            });
    private final PermitRequest request = new PermitRequest(
            LimitKey.of("stale", List.of("a")), Limit.of(5, Duration.ofDays(1), Algorithm.SLIDING_WINDOW), 1, false);

    @BeforeEach
    void begin() {
        server.clear();
        answer(store.probe());
        resp.call("CONFIG", "RESETSTAT");
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

        answer(store.refund(List.of(charged.receipt().orElseThrow())));

        assertThat(resp.number("EXISTS", RedisKit.NAMESPACE + ":v1:" + request.key()))
                .isZero();
    }

    private void bothPass(Duration duration) {
        here.advance(duration);
        there.advance(duration);
    }

    private Decision acquire() {
        return answer(store.tryAcquire(Acquisition.of(request))).get(0);
    }

    private String failure() {
        try {
            return "no failure but " + acquire();
        } catch (CompletionException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }
}
