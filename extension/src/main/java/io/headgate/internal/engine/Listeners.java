package io.headgate.internal.engine;

import io.headgate.Decision;
import io.headgate.internal.log.Log;
import io.headgate.spi.DecisionListener;
import io.headgate.spi.StoreListener;
import io.headgate.spi.StoreUnavailableException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells everybody who listens. A listener that throws harms nobody. */
public final class Listeners {

    private final List<DecisionListener> decisions;
    private final List<StoreListener> stores;
    private final AtomicBoolean down = new AtomicBoolean();
    private final Once failed = new Once();

    /** The listeners of one application. */
    public Listeners(List<DecisionListener> decisions, List<StoreListener> stores) {
        this.decisions = List.copyOf(decisions);
        this.stores = List.copyOf(stores);
    }

    void decided(List<Decision> all, boolean admitted) {
        for (DecisionListener listener : decisions) {
            for (Decision decision : all) {
                tell(listener, l -> l.decided(decision, admitted));
            }
        }
        if (down.get() && down.compareAndSet(true, false)) {
            Log.storeRecovered();
            stores.forEach(listener -> tell(listener, StoreListener::storeRecovered));
        }
    }

    void storeFailed(StoreUnavailableException failure) {
        if (down.compareAndSet(false, true)) {
            Log.storeFailed(failure);
        }
        stores.forEach(listener -> tell(listener, l -> l.storeFailed(failure)));
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
                Log.listenerFailed(name, failure);
            }
        }
    }
}
