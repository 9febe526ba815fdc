package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.Receipt;
import io.headgate.internal.store.DeadlineStore;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.store.RedisServers.Mode;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.Deadlines;
import io.headgate.internal.time.Timers;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Alone;
import io.headgate.testing.Await;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.misc.CompletableFutureWrapper;

/** Neither an answer nor a failure comes: nobody waits for that for long either. */
@Alone
@Timeout(60)
class SilenceTest {

    private static final Duration DEADLINE = Duration.ofMillis(300);
    private static final Limit TWO = Limit.of(2, Duration.ofHours(1));

    private final BackgroundScheduler scheduler =
            new BackgroundScheduler("headgate-test", getClass().getClassLoader(), failure -> {});
    private final RedissonClient client =
            RedissonClients.small(RedisServer.shared().address());
    private volatile boolean silent;

    @AfterEach
    void close() {
        scheduler.close();
        client.shutdown();
    }

    /** The client, whose scripts are never answered at times. */
    private RedissonClient moody() {
        return proxy(
                RedissonClient.class,
                client,
                (method, answer) -> answer instanceof RScript script
                        ? proxy(
                                RScript.class,
                                script,
                                (run, reply) ->
                                        silent ? new CompletableFutureWrapper<>(new CompletableFuture<>()) : reply)
                        : answer);
    }

    private static <T> T proxy(Class<T> type, T real, BiFunction<Method, Object, Object> change) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            try {
                return change.apply(method, method.invoke(real, args));
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        }));
    }

    private RateLimitStore borrowed() {
        return inTime(ConnectingStore.borrowed(this::moody, place(), new Timers(scheduler, scheduler), why -> {}));
    }

    private RateLimitStore inTime(RateLimitStore store) {
        return new DeadlineStore(
                store,
                new Deadlines(scheduler, DEADLINE, () -> new StoreUnavailableException("late", null)),
                why -> {});
    }

    private ConnectingStore.Place place() {
        return new ConnectingStore.Place("silence", DEADLINE, getClass().getClassLoader(), false);
    }

    private static CompletableFuture<List<Decision>> acquire(RateLimitStore store, String subject) {
        PermitRequest request = new PermitRequest(LimitKey.of("two", List.of("ip", subject)), TWO, 1, false);
        return store.tryAcquire(Acquisition.of(request)).toCompletableFuture();
    }

    private static boolean isDecided(RateLimitStore store) {
        try {
            return !acquire(store, "192.0.2.9").join().isEmpty();
        } catch (CompletionException unavailable) {
            return false;
        }
    }

    private static boolean failsAtOnce(RateLimitStore store) {
        CompletableFuture<List<Decision>> answer = acquire(store, "192.0.2.9");
        boolean atOnce = answer.isCompletedExceptionally();
        answer.handle((decisions, failure) -> true).join();
        return atOnce;
    }

    @Test
    void aClientThatNeverAnswersIsSpared() {
        try (RateLimitStore store = borrowed()) {
            Await.until(() -> isDecided(store));
            silent = true;
            Await.until(() -> failsAtOnce(store));
            silent = false;
            Await.until(() -> isDecided(store));
        }
    }

    @Test
    void aFirstCheckThatNeverEndsIsDoneAgain() {
        silent = true;
        try (RateLimitStore store = borrowed()) {
            assertThat(isDecided(store)).isFalse();
            Await.until(() -> failsAtOnce(store));
            silent = false;
            Await.until(() -> isDecided(store));
        }
    }

    /** Where packets are lost, as before a host that is off; here since the queue of those who want to connect is full. */
    @Test
    void aPlaceFromWhichNothingComesHoldsNobodyUpForLong() throws Exception {
        List<Socket> queue = new ArrayList<>();
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            while (connects(socket, queue)) {
                assertThat(queue).as("the queue is short").hasSizeLessThan(100);
            }
            long start = System.nanoTime();
            try (RateLimitStore store =
                    inTime(ConnectingStore.own(at(socket), place(), new Timers(scheduler, scheduler), why -> {}))) {
                Await.until(() -> failsAtOnce(store));
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
            }
        } finally {
            for (Socket socket : queue) {
                socket.close();
            }
        }
    }

    private static boolean connects(ServerSocket to, List<Socket> queue) throws IOException {
        Socket socket = new Socket();
        queue.add(socket);
        try {
            socket.connect(to.getLocalSocketAddress(), 200);
            return true;
        } catch (SocketTimeoutException full) {
            return false;
        }
    }

    private static RedisServers at(ServerSocket socket) {
        return new RedisServers(
                Mode.SINGLE,
                List.of("redis://127.0.0.1:" + socket.getLocalPort()),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void aReceiptThatNobodyTookIsGoodForAnotherTry() {
        try (RateLimitStore store = borrowed()) {
            Await.until(() -> isDecided(store));
            Receipt receipt =
                    acquire(store, "192.0.2.2").join().get(0).receipt().orElseThrow();
            silent = true;
            Await.until(() -> failsAtOnce(store));
            assertThatThrownBy(() ->
                            store.refund(List.of(receipt)).toCompletableFuture().join())
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            silent = false;
            Await.until(() -> isDecided(store));

            store.refund(List.of(receipt)).toCompletableFuture().join();
            assertThat(acquire(store, "192.0.2.2").join().get(0).remaining()).isEqualTo(1);
        }
    }
}
