package io.headgate.internal.store.local;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.internal.algorithm.Step;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.PermitRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Turns what an algorithm answers into what the store answers. */
final class Answers {

    private Answers() {}

    /** The decision of a step that charged nothing. */
    static Decision uncharged(PermitRequest request, Step step, long nowMicros) {
        return decision(request, step, TimeSource.instant(nowMicros), Optional.empty());
    }

    /** The decision of a step that was charged to the entry with this key. */
    static Decision charged(PermitRequest request, Step step, long nowMicros, LimitKey key, long nonce) {
        Instant now = TimeSource.instant(nowMicros);
        Duration delay = delay(step);
        return decision(
                request, step, now, Optional.of(new Receipt(key, request.limit(), request.cost(), now, nonce, delay)));
    }

    private static Decision decision(PermitRequest request, Step step, Instant now, Optional<Receipt> receipt) {
        return new Decision(
                request.key().policy(),
                step.outcome(),
                request.limit(),
                step.remaining(),
                duration(step.resetMicros()),
                step.allowed() ? Optional.empty() : duration(step.retryMicros()),
                delay(step),
                now,
                request.shadow(),
                receipt);
    }

    private static Duration delay(Step step) {
        return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(step.delayMicros()));
    }

    private static Optional<Duration> duration(long micros) {
        return micros == Arithmetic.NEVER
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)));
    }
}
