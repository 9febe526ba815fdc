package io.headgate.internal.store;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Answers a client that asks again and again although it was denied, so that such a client costs the store at most one
 * question each second.
 *
 * <p>A denial holds until its retry time, whatever others do: they can only take more. So what was said of all policies of a
 * denied acquisition is remembered, at most {@value #MOST_MICROS} microseconds from the moment of asking and never beyond the
 * moment at which the denying policy's numbers would change; and an acquisition of which everything is remembered, at the same
 * numbers, is answered with that, times moved on. A reset or refund elsewhere is seen when the memory ends; one here at once.
 *
 * <p>Not remembered: what a shadow policy, a Redisson limiter, or a leaky bucket that lets callers wait takes part in; what
 * is decided in several slots of a cluster, where a denial can be for a moment; and policies of which the application has ever
 * given something back.
 */
public final class DenyCache implements RateLimitStore {

    static final long MOST_MICROS = 1_000_000;
    private static final int MOST_ENTRIES = 10_000;

    private final RateLimitStore store;
    private final Predicate<Acquisition> isExact;
    private final TimeSource here;
    private final ConcurrentMap<LimitKey, Known> known = new ConcurrentHashMap<>();
    private final Set<String> refunded = ConcurrentHashMap.newKeySet();
    private final AtomicLong forgettings = new AtomicLong();
    private volatile long tidiedMicros;

    /** What was said of one policy and subject: at which numbers and cost, when it came, and until when it holds. */
    private record Known(
            Limit limit, long cost, Decision decision, long sentMicros, long receivedMicros, long untilMicros) {

        boolean holds(PermitRequest request, long nowMicros) {
            return !isOver(nowMicros) && cost == request.cost() && limit.equals(request.limit());
        }

        /** Over, too, where the clock seems to have gone back. */
        boolean isOver(long nowMicros) {
            return nowMicros >= untilMicros || nowMicros < sentMicros;
        }
    }

    /**
     * A cache before a store.
     *
     * @param store closed with this one
     * @param isExact whether the store decides an acquisition at one place and one moment
     * @param here a clock that nobody sets
     */
    public DenyCache(RateLimitStore store, Predicate<Acquisition> isExact, TimeSource here) {
        this.store = store;
        this.isExact = isExact;
        this.here = here;
    }

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        long sentMicros = here.micros();
        List<Decision> remembered = remembered(acquisition.requests(), sentMicros);
        if (remembered != null) {
            return CompletableFuture.completedFuture(remembered);
        }
        long forgotten = forgettings.get();
        return store.tryAcquire(acquisition).thenApply(decisions -> {
            if (denies(decisions) && isLasting(acquisition)) {
                remember(acquisition.requests(), decisions, sentMicros);
                if (forgotten != forgettings.get()) {
                    acquisition.requests().forEach(request -> known.remove(request.key()));
                }
            }
            return decisions;
        });
    }

    private @Nullable List<Decision> remembered(List<PermitRequest> requests, long nowMicros) {
        if (known.isEmpty()) {
            return null;
        }
        List<Decision> decisions = new ArrayList<>(requests.size());
        for (PermitRequest request : requests) {
            Known said = known.get(request.key());
            if (said == null || request.shadow() || !said.holds(request, nowMicros)) {
                return null;
            }
            decisions.add(aged(said, nowMicros));
        }
        return denies(decisions) ? List.copyOf(decisions) : null;
    }

    private static boolean denies(List<Decision> decisions) {
        for (Decision decision : decisions) {
            if (decision.denies()) {
                return true;
            }
        }
        return false;
    }

    private boolean isLasting(Acquisition acquisition) {
        return acquisition.requests().stream().allMatch(this::isLasting) && isExact.test(acquisition);
    }

    private boolean isLasting(PermitRequest request) {
        Algorithm algorithm = request.limit().algorithm();
        return !request.shadow()
                && algorithm != Algorithm.REDISSON
                && (algorithm != Algorithm.LEAKY_BUCKET
                        || request.limit().maxWait().isZero())
                && !refunded.contains(request.key().policy());
    }

    private void remember(List<PermitRequest> requests, List<Decision> decisions, long sentMicros) {
        long nowMicros = here.micros();
        long untilMicros = sentMicros + MOST_MICROS;
        for (Decision decision : decisions) {
            if (decision.denies()) {
                untilMicros = Math.min(untilMicros, sentMicros + changesIn(decision));
            }
        }
        if (untilMicros <= nowMicros || !hasRoom(nowMicros)) {
            return;
        }
        for (int i = 0; i < requests.size(); i++) {
            PermitRequest request = requests.get(i);
            known.put(
                    request.key(),
                    new Known(request.limit(), request.cost(), decisions.get(i), sentMicros, nowMicros, untilMicros));
        }
    }

    /** When what is said of the denying policy would be another thing. */
    private static long changesIn(Decision decision) {
        return Math.min(micros(decision.retryAfter()), micros(decision.resetAfter()));
    }

    /** Zero is the reset of somebody who used nothing, which is not about to change. */
    private static long micros(Optional<Duration> duration) {
        return duration.filter(
                        time -> !time.isZero() && time.compareTo(Duration.of(MOST_MICROS, ChronoUnit.MICROS)) < 0)
                .map(time -> TimeUnit.NANOSECONDS.toMicros(time.toNanos()))
                .orElse(MOST_MICROS);
    }

    /** Full: what is over goes, at most once in a second; then nothing more is remembered until something is over. */
    private boolean hasRoom(long nowMicros) {
        if (known.size() < MOST_ENTRIES) {
            return true;
        }
        if (nowMicros - tidiedMicros < MOST_MICROS) {
            return false;
        }
        tidiedMicros = nowMicros;
        known.values().removeIf(said -> said.isOver(nowMicros));
        return known.size() < MOST_ENTRIES;
    }

    /** As the store would say it now. Its clock moved on by what passed here since the answer came. */
    private static Decision aged(Known said, long nowMicros) {
        Decision then = said.decision;
        Duration passed = Duration.of(Math.max(0, nowMicros - said.receivedMicros), ChronoUnit.MICROS);
        return new Decision(
                then.policy(),
                then.outcome(),
                then.limit(),
                then.remaining(),
                then.resetAfter().map(time -> rest(time, passed)),
                then.retryAfter().map(time -> rest(time, passed)),
                then.delay(),
                then.decidedAt().plus(passed),
                then.shadow(),
                Optional.empty());
    }

    private static Duration rest(Duration time, Duration passed) {
        return time.compareTo(passed) > 0 ? time.minus(passed) : Duration.ZERO;
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        return store.peek(acquisition);
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        receipts.forEach(receipt -> {
            refunded.add(receipt.key().policy());
            forget(receipt.key());
        });
        return store.refund(receipts);
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        return store.reset(key).whenComplete((done, failure) -> forget(key));
    }

    private void forget(LimitKey key) {
        forgettings.incrementAndGet();
        known.remove(key);
    }

    @Override
    public void close() {
        store.close();
    }
}
