package io.headgate.internal.store.redis;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.PermitRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One policy's part of a call.
 *
 * @param key whose permits
 * @param limit the numbers to apply
 * @param shadow whether a denial stops nobody
 * @param cost permits to take or to give back
 * @param turnMicros when they were taken, and the delay after that, for a refund; nothing is given back where it is {@link
 *     #NEVER_CHARGED}
 * @param mayWait whether the caller can wait for a turn
 */
record Item(LimitKey key, Limit limit, boolean shadow, long cost, long turnMicros, boolean mayWait) {

    static final long NEVER_CHARGED = 0;

    static Item of(PermitRequest request) {
        return new Item(
                request.key(), request.limit(), request.shadow(), request.cost(), NEVER_CHARGED, request.mayWait());
    }

    static Item of(Receipt receipt) {
        Instant at = receipt.chargedAt().plus(receipt.delay());
        long micros = TimeUnit.SECONDS.toMicros(at.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(at.getNano());
        return new Item(receipt.key(), receipt.limit(), false, receipt.cost(), micros, true);
    }

    /** The same, to be given back as far as the answer says that it was charged. */
    Item toGiveBack(Answer answer) {
        long turnMicros = answer.charged() ? answer.nowMicros() + answer.delayMicros() : NEVER_CHARGED;
        return new Item(key, limit, shadow, cost, turnMicros, mayWait);
    }

    /** What the answer means to whoever asked. */
    Decision decision(Answer answer, long nonce) {
        Instant now = TimeSource.instant(answer.nowMicros());
        Duration delay = Duration.of(answer.delayMicros(), ChronoUnit.MICROS);
        return new Decision(
                key.policy(),
                answer.outcome(),
                limit,
                answer.remaining(),
                duration(answer.resetMicros()),
                answer.outcome() == Decision.Outcome.ALLOWED ? Optional.empty() : duration(answer.retryMicros()),
                delay,
                now,
                shadow,
                answer.charged() ? Optional.of(new Receipt(key, limit, cost, now, nonce, delay)) : Optional.empty());
    }

    private static Optional<Duration> duration(long micros) {
        return micros == Answer.NEVER ? Optional.empty() : Optional.of(Duration.of(micros, ChronoUnit.MICROS));
    }
}
