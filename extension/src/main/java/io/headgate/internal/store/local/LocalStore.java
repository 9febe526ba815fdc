package io.headgate.internal.store.local;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.internal.algorithm.State;
import io.headgate.internal.algorithm.Step;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts in the process. Every answer is there at once. One policy is charged by compare-and-set, several under short locks
 * after all of them were looked at. Exact under threads; bounded ({@link Subjects}).
 *
 * <p>While there is no room for new subjects, those of a policy are counted together; {@link #reset} does not touch what they
 * share.
 *
 * <p>The methods throw {@link IllegalArgumentException} for a limit that {@link
 * io.headgate.internal.algorithm.Algorithms#of} refuses.
 */
public final class LocalStore implements RateLimitStore {

    private final TimeSource time;
    private final Subjects subjects;
    private final Arithmetics arithmetics = new Arithmetics();

    /**
     * An empty store.
     *
     * @param time the store's clock
     * @param maxSubjects how many pairs of a policy and a subject are remembered, at least 1
     */
    public LocalStore(TimeSource time, long maxSubjects) {
        if (maxSubjects < 1) {
            throw new IllegalArgumentException("maxSubjects is " + maxSubjects + ", allowed are 1 and more");
        }
        this.time = time;
        this.subjects = new Subjects(time, maxSubjects);
    }

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        List<PermitRequest> requests = acquisition.requests();
        return CompletableFuture.completedFuture(
                requests.size() == 1
                        ? List.of(acquireOne(requests.get(0), acquisition.nonce()))
                        : joint(acquisition).acquire());
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        return CompletableFuture.completedFuture(joint(acquisition).look());
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        // The last charge of a key is the first to be given back: some algorithms can give back no other.
        for (int i = receipts.size() - 1; i >= 0; i--) {
            if (receipts.get(i).use()) {
                giveBack(receipts.get(i));
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        Entry entry = subjects.find(key);
        while (entry != null && !subjects.retire(entry, entry.read())) {
            entry = subjects.find(key);
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Removes idle subjects. To be called every now and then, by one thread. */
    public void sweep() {
        subjects.sweep();
    }

    /** How many subjects are remembered. */
    long size() {
        return subjects.size();
    }

    /** The arithmetic that answers a request. */
    static Arithmetic arithmetic(PermitRequest request, Arithmetics arithmetics) {
        Arithmetic arithmetic = arithmetics.of(request.limit());
        return request.mayWait() ? arithmetic : arithmetic.withoutWaiting();
    }

    private JointAcquisition joint(Acquisition acquisition) {
        return new JointAcquisition(acquisition, arithmetics, subjects, time);
    }

    private Decision acquireOne(PermitRequest request, long nonce) {
        Arithmetic arithmetic = arithmetic(request, arithmetics);
        while (true) {
            Entry entry = subjects.find(request.key());
            if (entry == null) {
                State initial = subjects.initial(request.key());
                long nowMicros = time.micros();
                Step step = arithmetic.look(initial, request.cost(), nowMicros);
                if (!step.allowed()) {
                    return Answers.uncharged(request, step, nowMicros);
                }
                entry = subjects.findOrAdd(request.key(), arithmetic, true);
            }
            Decision decision = charge(entry, request, arithmetic, nonce);
            if (decision != null) {
                return decision;
            }
        }
    }

    /** Null if someone else was faster: the subject must be looked up again. */
    private @Nullable Decision charge(Entry entry, PermitRequest request, Arithmetic arithmetic, long nonce) {
        State stored = entry.read();
        if (stored == Marker.DEAD) {
            subjects.remove(entry);
            return null;
        }
        long nowMicros = time.micros();
        Step step = arithmetic.take(stored, request.cost(), nowMicros);
        if (!entry.replace(stored, step.next())) {
            return null;
        }
        entry.used(arithmetic, nowMicros);
        return step.allowed()
                ? Answers.charged(request, step, nowMicros, entry.key(), nonce)
                : Answers.uncharged(request, step, nowMicros);
    }

    private void giveBack(Receipt receipt) {
        Arithmetic arithmetic = arithmetics.of(receipt.limit());
        long turnMicros = micros(receipt.chargedAt().plus(receipt.delay()));
        Entry entry = subjects.charged(receipt.key());
        while (entry != null) {
            State stored = entry.read();
            if (stored == null || stored == Marker.DEAD) {
                return;
            }
            if (entry.replace(stored, arithmetic.refund(stored, receipt.cost(), turnMicros, time.micros()))) {
                return;
            }
        }
    }

    private static long micros(Instant instant) {
        return TimeUnit.SECONDS.toMicros(instant.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
    }
}
