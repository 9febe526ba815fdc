package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.TimeSource;
import io.headgate.internal.time.Timers;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Alone;
import io.headgate.testing.Await;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.ObjectParams;

/** What an {@code RRateLimiter} needs of Redis, of its client and of time, and what happens where it is not there. */
@Alone
@Timeout(90)
class LimiterClientTest extends LimiterKit {

    /** Beyond what every store needs. */
    private static final List<String> MORE = List.of(
            "+hget",
            "+hmget",
            "+hset",
            "+hsetnx",
            "+exists",
            "+pexpire",
            "+decrby",
            "+zrangebyscore",
            "+zremrangebyscore",
            "+zrem");

    private static final Duration DEADLINE = Duration.ofMillis(500);

    @Test
    void d12_d15_theDocumentedRightsAreEnoughForEverythingThatIsDone() {
        resp.call("SCRIPT", "FLUSH");
        try (RestrictedUser user = RestrictedUser.withLeastAnd(MORE)) {
            RedisStore restricted = RedisKit.store(user.client());
            answer(restricted.probe());
            answer(restricted.probeLimiters());
            assertThat(server.keys()).isEmpty();

            PermitRequest request = shared("d12", 2, Duration.ofMillis(300));
            Decision first = ask(restricted, request);
            assertThat(List.of(
                            first.allowed(),
                            ask(restricted, request).allowed(),
                            ask(restricted, request).allowed()))
                    .containsExactly(true, true, false);
            awaitRemaining(request, 2);
            Decision again = ask(restricted, request);
            ask(restricted, shared("d12", 3, HOUR));
            answer(restricted.refund(List.of(again.receipt().orElseThrow())));
            resp.call("SET", name(request) + ":permits", "broken");
            ask(restricted, request);
            answer(restricted.peek(Acquisition.of(request)));
            answer(restricted.reset(request.key()));

            assertThat(user.refusals()).isEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource("MORE")
    void d15_eachRightThatIsMissingIsToldWhenConnecting(String missing) {
        List<String> others =
                MORE.stream().filter(right -> !right.equals(missing)).toList();
        try (RestrictedUser user = RestrictedUser.withLeastAnd(others)) {
            assertThat(failureOf(RedisKit.store(user.client()).probeLimiters()))
                    .hasMessageStartingWith("HG0315")
                    .hasMessageContaining(missing.substring(1));
        }
    }

    @Test
    void d15_onlyWhoSharesPermitsIsAskedForTheRights() {
        try (RestrictedUser user = RestrictedUser.withLeastAnd(List.of())) {
            RedisServers servers = new RedisServers(
                    RedisServers.Mode.SINGLE,
                    List.of("redis://127.0.0.1:" + server.port()),
                    Optional.of(RestrictedUser.NAME),
                    Optional.of(RestrictedUser.PASSWORD),
                    0,
                    Optional.empty(),
                    Optional.empty());
            assertThat(connects(servers, false)).as("%s", user).isEmpty();
            assertThat(connects(servers, true)).first().asString().contains("HG0315");
        }
    }

    /** What whoever connects is told, until it is connected or was told something. */
    private List<String> connects(RedisServers servers, boolean shares) {
        List<String> told = new CopyOnWriteArrayList<>();
        ConnectingStore.Place place = new ConnectingStore.Place(
                RedisKit.NAMESPACE, RedisKit.DEADLINE, LimiterClientTest.class.getClassLoader(), shares);
        BackgroundScheduler scheduler = new BackgroundScheduler("test-sharing", place.loader(), failure -> {});
        ConnectingStore connecting = ConnectingStore.own(
                servers, place, new Timers(scheduler, scheduler), why -> told.add(why.getMessage()));
        try {
            PermitRequest request = one("connects", limit(Algorithm.SLIDING_WINDOW, 5, 60));
            Await.until(() -> !told.isEmpty() || succeeds(connecting.peek(Acquisition.of(request))));
            return told;
        } finally {
            scheduler.close();
            connecting.close();
        }
    }

    @Test
    void onlyThreadsOfHeadgatesOwnTouchTheClientAndNothingIsSentTwice() {
        Set<String> users = new ConcurrentSkipListSet<>();
        Set<Integer> repetitions = new ConcurrentSkipListSet<>();
        RedissonClient watched = (RedissonClient) Proxy.newProxyInstance(
                RedissonClient.class.getClassLoader(),
                new Class<?>[] {RedissonClient.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("getConfig")) {
                        users.add(Thread.currentThread().getName() + " " + method.getName());
                        repetitions.add(((ObjectParams) arguments[0]).getRetryAttempts());
                    }
                    return method.invoke(RedisKit.client(server), arguments);
                });
        RedisStore store = RedisKit.store(watched);
        PermitRequest own = one("own", Limit.of(5, HOUR));

        Decision charged = answer(store.tryAcquire(Acquisition.of(List.of(own, shared("a", 5, HOUR)))))
                .get(1);
        answer(store.tryAcquire(Acquisition.of(List.of(own, shared("a", 5, HOUR), at(6, shared("b", 5, HOUR))))));
        answer(store.refund(List.of(charged.receipt().orElseThrow())));
        answer(store.probeLimiters());

        assertThat(users).containsExactlyInAnyOrder("test-redis getScript", "test-redis getRateLimiter");
        assertThat(repetitions).containsExactly(0);
    }

    @Test
    void d19_aServerThatStandsStillFailsTheCallAndIsAskedOnce() {
        try (RedisServer frozen = RedisServer.start()) {
            RedissonClient repeating = RedissonClients.defaults(frozen.address());
            try {
                RedisStore store = new RedisStore(repeating, "ratelimit", DEADLINE, RedisKit.HEADGATE);
                PermitRequest request = shared("frozen", 5, HOUR);
                ask(store, request);
                frozen.resp().call("CONFIG", "RESETSTAT");
                frozen.freeze();
                try {
                    assertThat(failureOf(store.tryAcquire(Acquisition.of(request))))
                            .hasMessageStartingWith("HG0300");
                    // Redisson would send again after its own interval, several times.
                    long until = System.nanoTime() + Duration.ofSeconds(6).toNanos();
                    Await.until(() -> System.nanoTime() > until);
                } finally {
                    frozen.thaw();
                }
                Await.until(() -> succeeds(store.peek(Acquisition.of(request))));
                assertThat(frozen.calls("zadd")).isZero();
                assertThat(ask(store, request).remaining()).isEqualTo(3);
            } finally {
                repeating.shutdown();
            }
        }
    }

    @Test
    void whatIsTakenAfterTheDeadlineIsGivenBack() {
        AtomicInteger looks = new AtomicInteger();
        // The question, the check before Redisson is asked, and the one when it has answered: a minute later.
        TimeSource here = () -> looks.getAndIncrement() < 2 ? 0 : 60_000_000;
        PermitRequest request = shared("slow", 5, HOUR);
        made(request, 5, HOUR);
        RedisStore slow = new RedisStore(
                RedisKit.client(server), RedisKit.NAMESPACE, DEADLINE, RedisKit.HEADGATE, here, () -> "");

        assertThat(failureOf(slow.tryAcquire(Acquisition.of(request)))).hasMessageStartingWith("HG0300");

        assertThat(looks).hasValue(3);
        assertThat(plain(request).availablePermits()).isEqualTo(5);
        assertThat(resp.number("EXISTS", name(request) + ":permits")).isZero();
    }

    @Test
    void afterTheDeadlineRedissonIsNotAsked() {
        AtomicInteger looks = new AtomicInteger();
        TimeSource here = () -> looks.getAndIncrement() < 1 ? 0 : 60_000_000;
        RedisStore late = new RedisStore(
                RedisKit.client(server), RedisKit.NAMESPACE, DEADLINE, RedisKit.HEADGATE, here, () -> "");

        assertThat(failureOf(late.tryAcquire(Acquisition.of(shared("late", 5, HOUR)))))
                .hasMessageStartingWith("HG0300");

        assertThat(server.keys()).isEmpty();
    }

    /** What waited for the first connection may be what opens a breaker, and a probe is long after that. */
    @Test
    void aProbeHasATimeOfItsOwnWheneverTheStoreWasAsked() {
        TimeSource here = () -> 60_000_000;
        RedisStore asked = new RedisStore(
                RedisKit.client(server), RedisKit.NAMESPACE, RedisKit.DEADLINE, RedisKit.HEADGATE, here, () -> "");

        assertThat(succeeds(asked.askedAt(0).probeLimiters())).isTrue();
    }

    @Test
    void whatIsAskedAfterTheEndFails() {
        RedisStore ended = new RedisStore(RedisKit.client(server), RedisKit.NAMESPACE, DEADLINE, task -> {
            throw new RejectedExecutionException();
        });
        assertThat(failureOf(ended.tryAcquire(Acquisition.of(shared("end", 5, HOUR)))))
                .hasMessageStartingWith("HG0311");
    }

    private static Decision ask(RedisStore store, PermitRequest request) {
        return answer(store.tryAcquire(Acquisition.of(request))).get(0);
    }

    private static boolean succeeds(CompletionStage<?> stage) {
        try {
            answer(stage);
            return true;
        } catch (CompletionException notYet) {
            return false;
        }
    }

    private static Throwable failureOf(CompletionStage<?> stage) {
        try {
            return new AssertionError("no failure but " + answer(stage));
        } catch (CompletionException e) {
            return e.getCause() instanceof StoreUnavailableException told ? told : e;
        }
    }
}
