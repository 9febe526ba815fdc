package io.headgate.internal.store.redis;

import io.headgate.Decision;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.log.Log;
import io.headgate.internal.store.Breaker;
import io.headgate.internal.store.DeadlineStore;
import io.headgate.internal.store.ExactStore;
import io.headgate.internal.store.NotYetConnectedException;
import io.headgate.internal.store.Outage;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.DaemonThreads;
import io.headgate.internal.time.Deadlines;
import io.headgate.internal.time.TimeSource;
import io.headgate.internal.time.Timers;
import io.headgate.spi.Acquisition;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisConnectionException;

/**
 * The store in Redis, from before there is a connection to after its end.
 *
 * <p>Redisson's clients connect while they are made, and cannot be made while Redis is down. So a client is made in the
 * background, again and again until it succeeds; then Redisson itself reconnects as often as needed.
 *
 * <p>Only this store's own threads call Redisson. What Netty leaves behind in thread-locals ends with them, where a thread
 * of the server would keep the application in memory.
 */
public final class ConnectingStore implements ExactStore {

    private static final int THREADS = 2;

    /** As often as a server is tried that was there before: connecting takes a while too, on a busy machine. */
    private static final Duration RETRY = Duration.ofMillis(500);

    /** A little more than a client of Headgate's own takes at most. */
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private final ClientSource source;
    private final Place place;
    private final Duration patience;
    private final TimeSource here;
    private final BackgroundScheduler scheduler;
    private final Outage outage;
    private final DaemonThreads threads;
    private final ThreadPoolExecutor executor;
    private final Deadlines lostQuestions;
    private final Deadlines lateParts;
    private final Deadlines lostAttempts;
    private final AtomicReference<@Nullable RedissonClient> client = new AtomicReference<>();
    private final Connection connection;

    /** There is one attempt to connect at a time. */
    private volatile @Nullable RedisStore store;

    /** Whether the first attempt has ended. */
    private volatile boolean tried;

    private volatile boolean closed;

    /**
     * What does not depend on the client.
     *
     * @param namespace the first part of each key
     * @param deadline how long Redis has to answer
     * @param loader the context class loader of the deployment
     * @param shares whether policies share their permits with other Redisson programs, which takes more rights
     */
    public record Place(String namespace, Duration deadline, ClassLoader loader, boolean shares) {}

    private ConnectingStore(ClientSource source, Place place, Timers timers, Outage outage) {
        this(source, place, timers, outage, PATIENCE, TimeSource.monotonic());
    }

    ConnectingStore(
            ClientSource source, Place place, Timers timers, Outage outage, Duration patience, TimeSource here) {
        this.source = source;
        this.here = here;
        this.connection = new Connection(here);
        this.place = place;
        this.patience = patience;
        this.scheduler = timers.tasks();
        this.outage = outage;
        this.threads = new DaemonThreads("headgate-redis", place.loader());
        this.executor = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(Connection.MOST_WAITING),
                threads,
                (task, pool) -> refuse(pool.isShutdown()));
        this.lostQuestions = new Deadlines(timers.deadlines(), place.deadline().multipliedBy(2), this::noAnswer);
        Duration partly = RedisStore.timeOfAPart(place.deadline());
        this.lateParts = new Deadlines(
                timers.deadlines(), partly, () -> new StoreUnavailableException(DeadlineStore.late(partly), null));
        this.lostAttempts = new Deadlines(timers.deadlines(), patience, this::noAnswer);
        executor.execute(this::connect);
        scheduler.after(place.deadline().compareTo(RETRY) > 0 ? place.deadline() : RETRY, this::isSlow);
    }

    private StoreUnavailableException noAnswer() {
        return new StoreUnavailableException(DeadlineStore.late(place.deadline()), null);
    }

    /** Nobody waits any longer. Why it takes so long is known when the attempt ends. */
    private void isSlow() {
        if (connection.isSlow(
                new NotYetConnectedException(String.valueOf(noConnection().getMessage())))) {
            later(patience, this::isLost);
        }
    }

    /** It does not end either. */
    private void isLost() {
        if (!tried && !closed) {
            outage.began(noConnection());
        }
    }

    private StoreUnavailableException noConnection() {
        return Causes.of(source.toString(), new RedisConnectionException("no connection yet"), place.deadline());
    }

    private void later(Duration delay, Runnable task) {
        try {
            scheduler.after(delay, task);
        } catch (RejectedExecutionException closedMeanwhile) {
            // The application ends: nobody will ask.
        }
    }

    /**
     * A store with a client of its own. Begins to connect.
     *
     * @param outage hears each time that it could not, and what becomes of the connection then
     * @throws IllegalArgumentException if the servers are described by a file that cannot be used
     */
    public static ConnectingStore own(RedisServers servers, Place place, Timers timers, Outage outage) {
        return new ConnectingStore(new OwnClient(servers, place.deadline(), place.loader()), place, timers, outage);
    }

    /**
     * A store with the client of the application, which stays open when this store is closed.
     *
     * @param clients asked on a thread of this store, again after a failure
     * @param outage hears each time that there was none or it did not work, and what becomes of it then
     */
    public static ConnectingStore borrowed(
            Supplier<RedissonClient> clients, Place place, Timers timers, Outage outage) {
        return new ConnectingStore(new BorrowedClient(clients), place, timers, outage);
    }

    /** What makes a description of servers unusable; empty if a client can be made of it. */
    public static Optional<String> mistake(RedisServers servers, ClassLoader loader) {
        try {
            ClientConfigs.of(servers, Duration.ZERO, loader);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    private void connect() {
        try {
            RedissonClient open = client.get();
            if (open == null) {
                open = source.open();
                client.set(open);
                if (closed && client.compareAndSet(open, null)) {
                    // It took longer to connect than close() waits: nobody else will end this client.
                    end(open);
                    return;
                }
            }
            RedisStore store = storeOn(open);
            CompletionStage<Void> probed = store.probe();
            if (place.shares()) {
                probed = probed.thenCompose(done -> store.probeLimiters());
            }
            CompletableFuture<Void> attempt = probed.toCompletableFuture();
            lostAttempts.watch(attempt);
            CompletableFuture<?> unused = attempt.whenComplete((nothing, failure) -> {
                if (failure == null) {
                    tried = true;
                    connection.isThere(store);
                    outage.ended();
                } else {
                    failed(failure);
                }
            });
        } catch (Throwable e) {
            // Errors too: a class that is missing and memory that is short are told to the operator like a wrong
            // address.
            failed(e);
        }
    }

    /** Kept from attempt to attempt: what the first one learns of Redis's clock spares the next one a trip. */
    private RedisStore storeOn(RedissonClient open) {
        RedisStore known = store;
        if (known == null) {
            known = new RedisStore(
                    open,
                    place.namespace(),
                    place.deadline(),
                    executor,
                    Breakers.of(this::breaker, lostQuestions::watch, lateParts::watch),
                    here,
                    () -> "");
            store = known;
        }
        return known;
    }

    private Breaker breaker() {
        return new Breaker(scheduler::after, outage);
    }

    @Override
    public boolean isExact(Acquisition acquisition) {
        RedisStore known = store;
        return known != null && known.isExact(acquisition);
    }

    @Override
    public boolean isConnecting() {
        return !tried;
    }

    private static void refuse(boolean isClosed) {
        throw isClosed
                ? new RejectedExecutionException(DeadlineStore.STOPPING)
                : Failures.tooMany(Connection.MOST_WAITING);
    }

    private void failed(Throwable failure) {
        if (closed) {
            return;
        }
        tried = true;
        StoreUnavailableException unavailable = Causes.of(source.toString(), failure, place.deadline());
        connection.isMissing(unavailable);
        outage.began(unavailable);
        later(RETRY, this::connectAgain);
    }

    private void connectAgain() {
        if (!closed) {
            executor.execute(this::connect);
        }
    }

    @Override
    public CompletionStage<List<Decision>> tryAcquire(Acquisition acquisition) {
        return connection.ask(store -> store.tryAcquire(acquisition));
    }

    @Override
    public CompletionStage<List<Decision>> peek(Acquisition acquisition) {
        return connection.ask(store -> store.peek(acquisition));
    }

    @Override
    public CompletionStage<Void> refund(List<Receipt> receipts) {
        return connection.ask(store -> store.refund(receipts));
    }

    @Override
    public CompletionStage<Void> reset(LimitKey key) {
        return connection.ask(store -> store.reset(key));
    }

    /** What it reaches, for messages. */
    @Override
    public String toString() {
        return source.toString();
    }

    /** Ends the client, if it is this store's, and the threads; takes a few seconds where Redis does not answer. */
    @Override
    public void close() {
        closed = true;
        executor.shutdownNow();
        threads.join(patience);
        RedissonClient open = client.getAndSet(null);
        threads.newThread(() -> end(open)).start();
        if (!threads.join(patience)) {
            Log.redisLeft(source.toString(), patience);
        }
    }

    private void end(@Nullable RedissonClient open) {
        Finalizers.prepare();
        if (open != null) {
            source.close(open);
        }
        source.awaitEnd();
    }
}
