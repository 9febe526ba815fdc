package io.headgate.internal.engine;

import io.headgate.Decision;
import io.headgate.internal.log.Log;
import io.headgate.internal.store.NotYetConnectedException;
import io.headgate.internal.store.Outage;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.DecisionListener;
import io.headgate.spi.StoreListener;
import io.headgate.spi.StoreUnavailableException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells everybody who listens, and the log. A listener that throws harms nobody, nor does a log: they are told on threads
 * that decide, and on those that look after the store.
 *
 * <p>An outage begins with the first failure and ends with the first answer after 10 s without one: a store that is slow
 * answers some and fails others, and all that is one outage. It is told when its reason is known: while the first attempt to
 * reach the store runs, it is not.
 */
public final class Listeners implements Outage {

    private static final long QUIET_MICROS = 10_000_000;

    private final List<DecisionListener> decisions;
    private final List<StoreListener> stores;
    private final TimeSource time;
    private final AtomicBoolean down = new AtomicBoolean();
    private volatile long failedAtMicros;

    /** Whether the store answered after its last failure. */
    private volatile boolean answers;

    /** A failure of which nobody was told yet. */
    private volatile @Nullable NotYetConnectedException untold;

    private volatile boolean ended;
    private final Once failed = new Once();

    /** The listeners of one application. */
    public Listeners(List<DecisionListener> decisions, List<StoreListener> stores, TimeSource time) {
        this.decisions = List.copyOf(decisions);
        this.stores = List.copyOf(stores);
        this.time = time;
    }

    void decided(List<Decision> all, boolean admitted) {
        for (DecisionListener listener : decisions) {
            for (Decision decision : all) {
                tell(listener, l -> l.decided(decision, admitted));
            }
        }
    }

    @Override
    public void answered() {
        if (down.get()) {
            answers = true;
            tellRecovery();
        }
    }

    /** Tells that the outage is over, where it is. To be called every now and then, since it may end while nobody asks. */
    public void tellRecovery() {
        if (down.get() && answers && isQuiet() && down.compareAndSet(true, false)) {
            log(Log::storeRecovered);
            stores.forEach(listener -> tell(listener, StoreListener::storeRecovered));
        }
    }

    /** Whether the last failure is long ago; or seems to come, since somebody set the clock back. */
    private boolean isQuiet() {
        long since = time.micros() - failedAtMicros;
        return since >= QUIET_MICROS || since < 0;
    }

    /** The application ends: what its store does not answer from now on is no outage. */
    public void end() {
        ended = true;
    }

    /** The store answers, as somebody found out who asked nothing. */
    @Override
    public void ended() {
        answers = true;
        NotYetConnectedException slow = untold;
        if (slow != null) {
            tellOutage(slow);
        }
    }

    /** The store will not answer, as somebody found out who asked nothing. */
    @Override
    public void began(StoreUnavailableException failure) {
        if (ended) {
            return;
        }
        answers = false;
        failedAtMicros = time.micros();
        if (failure instanceof NotYetConnectedException slow) {
            untold = slow;
        } else {
            tellOutage(failure);
        }
    }

    private void tellOutage(StoreUnavailableException why) {
        untold = null;
        if (!down.get() && down.compareAndSet(false, true)) {
            log(() -> Log.storeFailed(why));
        }
    }

    /** The store did not answer an acquisition. */
    void storeFailed(Throwable failure) {
        if (ended) {
            return;
        }
        StoreUnavailableException unavailable = unavailable(failure);
        began(unavailable);
        stores.forEach(listener -> tell(listener, l -> l.storeFailed(unavailable)));
    }

    private static StoreUnavailableException unavailable(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof StoreUnavailableException known
                ? known
                : new StoreUnavailableException("the store failed unexpectedly: " + cause, cause);
    }

    private <L> void tell(L listener, Consumer<L> what) {
        try {
            what.accept(listener);
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (RuntimeException | Error failure) {
            // An Error too: a class that is missing at run time is what ails optional telemetry most.
            String name = listener.getClass().getName();
            if (failed.first(name)) {
                log(() -> Log.listenerFailed(name, failure));
            }
        }
    }

    private static void log(Runnable line) {
        try {
            line.run();
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (RuntimeException | Error unheard) {
            // There is nobody left to tell: it was the log that failed.
        }
    }
}
