package io.headgate.internal.store.local;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A client that asks under a million names, in a process with little memory. */
public final class Flood {

    private static final int NAMES = 1_000_000;
    private static final int PROBES = 10_000;
    private static final int MOST = 100_000;

    private Flood() {}

    /** Prints what a test wants to know. */
    public static void main(String[] args) {
        AtomicLong micros = new AtomicLong(TimeSource.system().micros());
        LocalStore store = new LocalStore(micros::get, MOST);
        Limit flood = Limit.of(1, Duration.ofSeconds(1));
        PermitRequest exhausted = new PermitRequest(
                LimitKey.of("login", List.of("user", "ann")), Limit.of(1, Duration.ofHours(1)), 1, false);
        acquire(store, exhausted);
        int admitted = 0;
        for (int i = 0; i < NAMES; i++) {
            acquire(store, new PermitRequest(LimitKey.of("p", List.of("header", "name " + i)), flood, 1, false));
            if (i % PROBES == 0 && acquire(store, exhausted).allowed()) {
                admitted++;
            }
        }
        System.out.println("after the flood: at most " + MOST + ": " + (store.size() <= MOST));
        System.out.println("admitted again: " + admitted);
        micros.addAndGet(Duration.ofSeconds(3).toNanos() / 1_000);
        store.sweep();
        System.out.println("a few windows later: " + store.size());
    }

    private static Decision acquire(LocalStore store, PermitRequest request) {
        return store.tryAcquire(Acquisition.of(request))
                .toCompletableFuture()
                .join()
                .get(0);
    }
}
