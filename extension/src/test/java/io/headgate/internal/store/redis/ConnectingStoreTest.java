package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
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
import io.headgate.testing.Certificates;
import io.headgate.testing.RedisNodes;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Repository;
import io.headgate.testing.Threads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;
import redis.embedded.RedisSentinel;

/** The ways to reach Redis: a store connects, decides, closes, and leaves no thread. */
@Alone
@Timeout(120)
class ConnectingStoreTest {

    private static final Duration GENEROUS = Duration.ofSeconds(20);
    private static final Limit TWO = Limit.of(2, Duration.ofHours(1));
    private static final String PASSWORD = "hunter2-hunter2";

    private final Threads threads = new Threads();
    private final BlockingQueue<StoreUnavailableException> down = new LinkedBlockingQueue<>();
    private final BackgroundScheduler scheduler =
            new BackgroundScheduler("headgate-test", getClass().getClassLoader(), failure -> {});

    @AfterEach
    void nothingIsLeft() {
        scheduler.close();
        Await.until(() -> threads.names().isEmpty());
    }

    private RateLimitStore own(RedisServers servers) {
        return ConnectingStore.own(servers, place("ratelimit", GENEROUS), new Timers(scheduler, scheduler), down::add);
    }

    private static ConnectingStore.Place place(String namespace, Duration deadline) {
        return new ConnectingStore.Place(namespace, deadline, ConnectingStoreTest.class.getClassLoader(), false);
    }

    private static RedisServers servers(Mode mode, String... addresses) {
        return servers(mode, Optional.empty(), Optional.empty(), Optional.empty(), addresses);
    }

    private static RedisServers servers(
            Mode mode,
            Optional<String> username,
            Optional<String> password,
            Optional<String> masterName,
            String... addresses) {
        return new RedisServers(mode, List.of(addresses), username, password, 0, masterName, Optional.empty());
    }

    private static RedisServers single(RedisServer server) {
        return servers(Mode.SINGLE, server.address());
    }

    private static Decision acquire(RateLimitStore store, String subject) {
        PermitRequest request = new PermitRequest(LimitKey.of("two", List.of("ip", subject)), TWO, 1, false);
        return store.tryAcquire(Acquisition.of(request))
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join()
                .get(0);
    }

    private void decides(RedisServers servers) {
        try (RateLimitStore store = own(servers)) {
            assertThat(IntStream.range(0, 3)
                            .mapToObj(i -> acquire(store, "192.0.2.1").allowed()))
                    .containsExactly(true, true, false);
        }
        assertThat(down).isEmpty();
    }

    private StoreUnavailableException refuses(RedisServers servers) throws InterruptedException {
        try (RateLimitStore store = own(servers)) {
            StoreUnavailableException first = down.take();
            assertThatThrownBy(() -> acquire(store, "192.0.2.1"))
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            return first;
        }
    }

    @Test
    void oneServer() {
        try (RedisServer server = RedisServer.start()) {
            decides(single(server));

            assertThat(server.resp().text("CLIENT", "LIST")).doesNotContain("name=headgate");
        }
    }

    @Test
    void d12_d15_aUserWithNoMoreRightsThanTheDocumentedOnes() {
        try (RedisServer server = RedisServer.start()) {
            server.resp().call(documentedUser());
            decides(asHeadgate(server));
        }
    }

    @ParameterizedTest
    @MethodSource("documentedRights")
    void d15_aUserWhoLacksARightIsToldSoAtTheStart(String right) throws InterruptedException {
        try (RedisServer server = RedisServer.start()) {
            server.resp().call(documentedUser());
            String command = right.replaceAll("\\+|\\|.*", "");
            server.resp().call("ACL", "SETUSER", "headgate", "-" + command);

            assertThat(refuses(asHeadgate(server)))
                    .hasMessageContaining("HG0307")
                    .hasMessageContaining(server.address());
            assertThat(server.keys())
                    .allSatisfy(key -> assertThat(server.resp().number("PTTL", key))
                            .as(key)
                            .isPositive());
        }
    }

    static Stream<String> documentedRights() {
        return Stream.of(documentedUser())
                .map(String::valueOf)
                .filter(word -> word.startsWith("+") && !word.startsWith("+@"));
    }

    /** The command of the page, with a password. */
    private static Object[] documentedUser() {
        return Repository.page("how-to/redis.md")
                .lines()
                .filter(line -> line.startsWith("ACL SETUSER headgate "))
                .flatMap(line -> Stream.of(line.replace("PASSWORD", PASSWORD).split(" ", -1)))
                .toArray();
    }

    private static RedisServers asHeadgate(RedisServer server) {
        return servers(Mode.SINGLE, Optional.of("headgate"), Optional.of(PASSWORD), Optional.empty(), server.address());
    }

    @Test
    void aWrongPasswordIsToldAndNotShown() throws InterruptedException {
        try (RedisServer server = RedisServer.start("--requirepass", "right")) {
            assertThat(refuses(servers(
                            Mode.SINGLE, Optional.empty(), Optional.of(PASSWORD), Optional.empty(), server.address())))
                    .hasMessageContaining("HG0303")
                    .satisfies(failure -> {
                        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                            assertThat(String.valueOf(cause.getMessage())).doesNotContain(PASSWORD);
                        }
                    });
        }
    }

    @Test
    void encrypted(@TempDir Path folder) throws Exception {
        Certificates certificates = new Certificates(folder);
        int port = RedisServer.aPort();
        try (RedisServer server = certificates.server(port)) {
            Path config = folder.resolve("redisson.yaml");
            Files.writeString(config, """
                threads: 2
                nettyThreads: 2
                sslTruststore: "%s"
                sslTruststorePassword: "%s"
                singleServerConfig:
                  address: "rediss://127.0.0.1:%d"
                """.formatted(certificates.store().toUri(), certificates.password(), port));
            decides(RedisServers.of(config.toString()));
            assertThat(server.keys()).isNotEmpty();
        }
    }

    @Test
    void encryptedAndTrustedByTheJvm(@TempDir Path folder) throws Exception {
        Certificates certificates = new Certificates(folder);
        int port = RedisServer.aPort();
        try (RedisServer server = certificates.server(port)) {
            System.setProperty("javax.net.ssl.trustStore", certificates.store().toString());
            System.setProperty("javax.net.ssl.trustStorePassword", certificates.password());
            decides(servers(Mode.SINGLE, "rediss://127.0.0.1:" + port));
            assertThat(server.keys()).isNotEmpty();
        } finally {
            System.clearProperty("javax.net.ssl.trustStore");
            System.clearProperty("javax.net.ssl.trustStorePassword");
        }
    }

    @Test
    void aCertificateThatNobodyTrustsIsToldAtTheStart(@TempDir Path folder) throws Exception {
        Certificates certificates = new Certificates(folder);
        int port = RedisServer.aPort();
        try (RedisServer server = certificates.server(port)) {
            assertThat(refuses(servers(Mode.SINGLE, "rediss://127.0.0.1:" + port)))
                    .hasMessageContaining("HG0302")
                    .hasMessageContaining("PKIX");
            assertThat(server.keys()).isEmpty();
        }
    }

    @Test
    void sentinels() throws Exception {
        int port = RedisServer.aPort();
        try (RedisServer master = RedisServer.start()) {
            RedisSentinel sentinel = RedisSentinel.newRedisSentinel()
                    .bind("127.0.0.1")
                    .port(port)
                    .masterPort(master.port())
                    .masterName("main")
                    .quorumSize(1)
                    .build();
            sentinel.start();
            try {
                decides(servers(
                        Mode.SENTINEL,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("main"),
                        "redis://127.0.0.1:" + port));
            } finally {
                sentinel.stop();
            }
        }
    }

    @Test
    void aCluster() {
        try (RedisNodes nodes = new RedisNodes()) {
            decides(servers(Mode.CLUSTER, nodes.addresses()));
        }
    }

    @Test
    void replicated() {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1", String.valueOf(master.port()))) {
            decides(servers(Mode.REPLICATED, replica.address(), master.address()));
        }
    }

    @Test
    void theApplicationsClientStaysOpen() {
        RedissonClient client = RedissonClients.defaults(RedisServer.shared().address());
        try {
            try (RateLimitStore store = ConnectingStore.borrowed(
                    () -> client, place("borrowed", GENEROUS), new Timers(scheduler, scheduler), down::add)) {
                assertThat(acquire(store, "192.0.2.1").remaining()).isEqualTo(1);
            }
            assertThat(client.isShutdown()).isFalse();
            assertThat(client.getKeys().countExists("anything")).isZero();
        } finally {
            client.shutdown();
        }
    }

    @Test
    void d18_whileRedisIsDownNobodyWaitsAndLaterItWorks() throws Exception {
        int port = RedisServer.aPort();
        try (RateLimitStore store = own(servers(Mode.SINGLE, "redis://127.0.0.1:" + port))) {
            assertThat(down.take())
                    .hasMessageContaining("HG0302")
                    .hasMessageContaining("redis://127.0.0.1:" + port)
                    .hasMessageContaining("refused");
            assertThat(store.peek(Acquisition.of(new PermitRequest(LimitKey.of("p", List.of("a")), TWO, 1, false)))
                            .toCompletableFuture())
                    .as("answers at once")
                    .isCompletedExceptionally();

            try (RedisServer server = RedisServer.startAt(port)) {
                Await.until(() -> decidesNow(store));
                assertThat(server.keys()).isNotEmpty();
            }
        }
    }

    private static boolean decidesNow(RateLimitStore store) {
        try {
            return acquire(store, "192.0.2.7").allowed();
        } catch (CompletionException down) {
            return false;
        }
    }

    @Test
    void aRedisThatStandsStillDelaysNobodyBeyondTheDeadline() throws Exception {
        Duration deadline = Duration.ofMillis(100);
        try (RedisServer server = RedisServer.start();
                BackgroundScheduler timer =
                        new BackgroundScheduler("headgate-timer", getClass().getClassLoader(), failure -> {});
                RateLimitStore store = new DeadlineStore(
                        ConnectingStore.own(
                                single(server),
                                place("ratelimit", deadline),
                                new Timers(scheduler, scheduler),
                                down::add),
                        new Deadlines(timer, deadline, () -> new StoreUnavailableException("late", null)),
                        down::add)) {
            Await.until(() -> decidesNow(store));
            server.freeze();
            long before = System.nanoTime();
            assertThatThrownBy(() -> acquire(store, "192.0.2.1")).hasMessageContaining("late");
            long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
            server.thaw();

            assertThat(tookMillis).isBetween(90L, 1_000L);
            Await.until(() -> decidesNow(store));
        }
    }

    @Test
    void d23_closingIsQuickWhileRedisIsDownOrStandsStill() throws Exception {
        long before = System.nanoTime();
        own(servers(Mode.SINGLE, "redis://127.0.0.1:" + RedisServer.aPort())).close();
        try (RedisServer server = RedisServer.start()) {
            RateLimitStore store = own(single(server));
            acquire(store, "192.0.2.1");
            server.freeze();
            before = System.nanoTime();
            store.close();
            server.thaw();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void d22_noThreadIsLeftWhenItIsClosedThoughNoClientCouldBeMade() throws Exception {
        RateLimitStore store = own(servers(Mode.SINGLE, "redis://127.0.0.1:" + RedisServer.aPort()));
        down.take();
        store.close();

        assertThat(threads.names()).noneMatch(name -> name.startsWith("globalEventExecutor"));
    }

    @Test
    void aFileMayNameACodecThatIsNotThereAndOtherClassesThatAre(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start()) {
            Path config = Files.writeString(folder.resolve("redisson.yaml"), """
                codec: !<org.redisson.codec.NoSuchCodec> {
                  }
                singleServerConfig:
                  address: "%s"
                  reconnectionDelay: !<org.redisson.config.ConstantDelay> {delay: PT1S}
                """.formatted(server.address()));

            decides(RedisServers.of(config.toString()));
        }
    }

    @Test
    void aFileThatCannotBeUsedIsAMistake(@TempDir Path folder) throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.yaml"), "singleServerConfig: [" + PASSWORD);
        ClassLoader loader = getClass().getClassLoader();

        assertThat(ConnectingStore.mistake(RedisServers.of("no-such.yaml"), loader))
                .hasValueSatisfying(why -> assertThat(why).contains("no such file"));
        assertThat(ConnectingStore.mistake(RedisServers.of(broken.toString()), loader))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("no configuration that Redisson can read")
                        .doesNotContain(PASSWORD));
        assertThat(ConnectingStore.mistake(RedisServers.of("redisson-test.yaml"), loader))
                .as("a resource")
                .isEmpty();
    }
}
