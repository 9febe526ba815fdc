package io.headgate.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.CalendarWindow;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.store.local.LocalStore;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.testing.ManualTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a process grants alone. */
class ShareStoreTest {

    private static final LimitKey ANN = LimitKey.of("p", List.of("ip", "192.0.2.1"));

    private final ManualTime time = new ManualTime();
    private final LocalStore local = new LocalStore(time, 1000);

    private ShareStore share(String part) {
        return new ShareStore(local, new BigDecimal(part));
    }

    private static Decision acquire(ShareStore share, Limit limit, long cost) {
        return share.tryAcquire(Acquisition.of(new PermitRequest(ANN, limit, cost, false)))
                .toCompletableFuture()
                .join()
                .get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 100, 1, 100",
        "0.25, 100, 1, 25",
        "0.25, 101, 1, 26",
        "0.000000001, 100, 1, 1",
        "0.1, 100, 25, 25",
        "0.1, 20, 25, 20",
        "0.999999999, 1000000000000, 1, 999999999000",
        "0.5, 0, 1, 0",
    })
    void theShareIsRoundedUpAndHoldsOneCall(String part, long permits, long cost, long granted) {
        Decision decision = acquire(share(part), Limit.of(permits, Duration.ofMinutes(1)), cost);
        assertThat(decision.limit().permits()).isEqualTo(granted);
        assertThat(decision.allowed()).isEqualTo(permits >= cost);
    }

    @Test
    void aBurstIsSharedToo() {
        Limit bucket =
                Limit.of(100, Duration.ofMinutes(1), Algorithm.TOKEN_BUCKET, Optional.of(1000L), Optional.empty());
        Limit part = acquire(share("0.3"), bucket, 1).limit();
        assertThat(part.permits()).isEqualTo(30);
        assertThat(part.burst()).isEqualTo(300);
    }

    @Test
    void anExpensiveCallRaisesTheBurstAndNotTheRate() {
        Limit bucket =
                Limit.of(100, Duration.ofMinutes(1), Algorithm.TOKEN_BUCKET, Optional.of(1000L), Optional.empty());
        Limit part = acquire(share("0.01"), bucket, 50).limit();
        assertThat(part.permits()).isEqualTo(1);
        assertThat(part.burst()).isEqualTo(50);
    }

    @Test
    void aCalendarIsSharedToo() {
        Limit month = Limit.of(100, new CalendarWindow(CalendarWindow.Unit.MONTH, ZoneId.of("UTC")));
        Limit part = acquire(share("0.3"), month, 1).limit();
        assertThat(part).isEqualTo(Limit.of(30, month.calendar().orElseThrow()));
    }

    @Test
    void whatOnlyRedisCanDoIsASlidingWindowHere() {
        Limit part = acquire(share("1"), Limit.of(10, Duration.ofMinutes(1), Algorithm.REDISSON), 1)
                .limit();
        assertThat(part).isEqualTo(Limit.of(10, Duration.ofMinutes(1), Algorithm.SLIDING_WINDOW));
    }

    @Test
    void aStoreThatComesAndGoesGivesNobodyTheShareAnew() {
        ShareStore share = share("0.5");
        Limit ten = Limit.of(10, Duration.ofMinutes(1));
        for (int i = 0; i < 5; i++) {
            assertThat(acquire(share, ten, 1).allowed()).isTrue();
        }
        time.advance(Duration.ofSeconds(30)); // the shared store answered all the while
        local.sweep();
        assertThat(acquire(share, ten, 1).denies()).isTrue();
    }

    @Test
    void whatWasGrantedHereGoesBackHere() {
        ShareStore share = share("1");
        Limit one = Limit.of(1, Duration.ofMinutes(1));
        Receipt granted = acquire(share, one, 1).receipt().orElseThrow();
        LocalStore shared = new LocalStore(time, 1000);
        FallbackStore both = new FallbackStore(shared, share);
        Receipt charged = both.tryAcquire(Acquisition.of(new PermitRequest(ANN, one, 1, false)))
                .toCompletableFuture()
                .join()
                .get(0)
                .receipt()
                .orElseThrow();

        both.refund(List.of(granted)).toCompletableFuture().join();
        assertThat(acquire(share, one, 1).allowed()).as("given back here").isTrue();
        assertThat(both.tryAcquire(Acquisition.of(new PermitRequest(ANN, one, 1, false)))
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .allowed())
                .as("nothing was given back there")
                .isFalse();

        both.refund(List.of(charged)).toCompletableFuture().join();
        assertThat(acquire(share, one, 1).allowed())
                .as("nothing more was given back here")
                .isFalse();
        assertThat(both.tryAcquire(Acquisition.of(new PermitRequest(ANN, one, 1, false)))
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .allowed())
                .as("given back there")
                .isTrue();
    }

    @Test
    void whoIsForgottenIsForgottenInBoth() {
        ShareStore share = share("1");
        Limit one = Limit.of(1, Duration.ofMinutes(1));
        FallbackStore both = new FallbackStore(new LocalStore(time, 1000), share);
        for (int i = 0; i < 2; i++) {
            acquire(share, one, 1);
            both.tryAcquire(Acquisition.of(new PermitRequest(ANN, one, 1, false)))
                    .toCompletableFuture()
                    .join();
        }
        both.reset(ANN).toCompletableFuture().join();

        assertThat(acquire(share, one, 1).allowed()).isTrue();
        assertThat(both.tryAcquire(Acquisition.of(new PermitRequest(ANN, one, 1, false)))
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .allowed())
                .isTrue();
    }
}
