package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.store.NotYetConnectedException;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.Timers;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Await;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Threads;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** What becomes of questions and of clients while there is no connection yet, and none any more. */
@Timeout(60)
class ConnectionTest {

    private static final Duration GENEROUS = Duration.ofSeconds(20);
    private static final Limit TWO = Limit.of(2, Duration.ofHours(1));
    private static final ConnectingStore.Place PLACE =
            new ConnectingStore.Place("connection", GENEROUS, ConnectionTest.class.getClassLoader(), false);

    private final Threads threads = new Threads();
    private final ManualTime here = new ManualTime();
    private final BlockingQueue<StoreUnavailableException> down = new LinkedBlockingQueue<>();
    private final BackgroundScheduler scheduler =
            new BackgroundScheduler("headgate-test", getClass().getClassLoader(), failure -> {});

    @BeforeEach
    void emptyRedis() {
        RedisServer.shared().clear();
    }

    @AfterEach
    void nothingIsLeft() {
        scheduler.close();
        Await.until(() -> threads.names().isEmpty());
    }

    private RateLimitStore store(ClientSource source, Duration patience) {
        return new ConnectingStore(source, PLACE, new Timers(scheduler, scheduler), down::add, patience, here);
    }

    private static Decision acquire(RateLimitStore store) {
        PermitRequest request = new PermitRequest(LimitKey.of("two", List.of("ip", "192.0.2.1")), TWO, 1, false);
        return store.tryAcquire(Acquisition.of(request))
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join()
                .get(0);
    }

    @Test
    void aClientThatIsConnectedAfterTheEndIsEnded() throws Exception {
        Held source = new Held(refusing());
        RateLimitStore store = store(source, Duration.ofMillis(50));
        source.asked.await();
        CompletableFuture<?> waiting =
                store.reset(LimitKey.of("p", List.of("a"))).toCompletableFuture();
        store.close();
        assertThat(source.closed).isNotDone();

        source.answer.countDown();

        assertThat(source.closed.get(20, TimeUnit.SECONDS)).isSameAs(source.client);
        assertThat(waiting).as("nobody is left to ask Redis").isNotDone();
        assertThat(down).isEmpty();
    }

    @Test
    void aPlaceThatSaysNothingIsToldWhenPatienceEndsAndNobodyWaitsUntilThen() throws Exception {
        Held source = new Held(refusing());
        Duration hasty = Duration.ofMillis(50);
        ConnectingStore.Place place =
                new ConnectingStore.Place("connection", hasty, getClass().getClassLoader(), false);
        try (ConnectingStore store = new ConnectingStore(
                source, place, new Timers(scheduler, scheduler), down::add, Duration.ofSeconds(5), here)) {
            assertThatThrownBy(() -> acquire(store)).hasCauseInstanceOf(NotYetConnectedException.class);
            assertThat(down).isEmpty();
            assertThat(store.isConnecting()).isTrue();

            assertThat(down.take()).hasMessageContaining("HG0302").isNotInstanceOf(NotYetConnectedException.class);
            source.answer.countDown();
        }
    }

    @Test
    void whoeverComesWhileTooManyWaitIsToldSoAtOnce() throws Exception {
        Held source = new Held(refusing());
        try (RateLimitStore store = store(source, GENEROUS)) {
            LimitKey key = LimitKey.of("p", List.of("a"));
            for (int i = 0; i < 10_000; i++) {
                assertThat(store.reset(key).toCompletableFuture()).isNotDone();
            }

            assertThatThrownBy(() -> store.reset(key).toCompletableFuture().join())
                    .hasMessageContaining("HG0312");
            source.answer.countDown();
        }
    }

    @Test
    void d25_aRedissonOfAnotherVersionIsNamedAndTriedAgain() throws Exception {
        RedissonClient other = client((proxy, method, arguments) -> {
            if (method.getName().equals("getConfig")) {
                return new Config();
            }
            throw new NoSuchFieldError("LIST");
        });
        try (RateLimitStore store =
                ConnectingStore.borrowed(() -> other, PLACE, new Timers(scheduler, scheduler), down::add)) {
            assertThat(down.take()).hasMessageContaining("HG0313").hasMessageContaining("LIST");
            down.take();
            assertThatThrownBy(() -> acquire(store)).hasMessageContaining("HG0313");
        }
    }

    @Test
    void aReasonThatIsKnownAlreadyIsTold() throws Exception {
        Supplier<RedissonClient> late = () -> {
            throw new StoreUnavailableException("HG0301: too late", null);
        };
        try (RateLimitStore unused =
                ConnectingStore.borrowed(late, PLACE, new Timers(scheduler, scheduler), down::add)) {
            assertThat(down.take()).hasMessageStartingWith("HG0301: too late (");
        }
    }

    @Test
    void whoWaitsForTheConnectionIsNotChargedAfterTheDeadline() throws Exception {
        Held source = new Held(RedissonClients.small(RedisServer.shared().address()));
        try (RateLimitStore store = store(source, GENEROUS)) {
            CompletableFuture<?> asked = store.tryAcquire(
                            Acquisition.of(new PermitRequest(LimitKey.of("waited", List.of("a")), TWO, 1, false)))
                    .toCompletableFuture();
            here.advance(GENEROUS);
            source.answer.countDown();

            assertThatThrownBy(asked::join).hasMessageContaining("HG0300");
            assertThat(acquire(store).remaining()).isEqualTo(1);
            assertThat(RedisServer.shared().keys()).noneMatch(key -> key.startsWith("connection:v1:waited:"));
        } finally {
            source.client.shutdown();
        }
    }

    @Test
    void anErrorWhileConnectingIsToldAndTriedAgain() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Supplier<RedissonClient> broken = () -> {
            attempts.incrementAndGet();
            throw new OutOfMemoryError("unable to create native thread");
        };
        try (RateLimitStore unused =
                ConnectingStore.borrowed(broken, PLACE, new Timers(scheduler, scheduler), down::add)) {
            assertThat(down.take()).hasMessageContaining("HG0310").hasRootCauseInstanceOf(OutOfMemoryError.class);
            down.take();
            assertThat(attempts.get()).isGreaterThanOrEqualTo(2);
        }
    }

    private static RedissonClient refusing() {
        return client((proxy, method, arguments) -> {
            throw new AssertionError("nobody may ask a client for " + method);
        });
    }

    private static RedissonClient client(InvocationHandler answers) {
        return (RedissonClient) Proxy.newProxyInstance(
                RedissonClient.class.getClassLoader(), new Class<?>[] {RedissonClient.class}, answers);
    }

    /** Has a client, and hands it out when a test lets it, whatever interrupts it. */
    private static final class Held implements ClientSource {

        private final RedissonClient client;
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch answer = new CountDownLatch(1);
        private final CompletableFuture<RedissonClient> closed = new CompletableFuture<>();

        private Held(RedissonClient client) {
            this.client = client;
        }

        @Override
        public RedissonClient open() {
            asked.countDown();
            for (; ; ) {
                try {
                    answer.await();
                    return client;
                } catch (InterruptedException goesOn) {
                    // as Netty's waits do
                }
            }
        }

        @Override
        public void close(RedissonClient ended) {
            closed.complete(ended);
        }
    }
}
