package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.Alone;
import io.headgate.testing.Await;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A server that stands still, is empty, is new, or refuses. */
@Alone
@Timeout(90)
class RedisOutageTest {

    private static final Duration DEADLINE = Duration.ofMillis(500);

    private final RedisServer server = RedisServer.start();
    private final RedissonClient client = RedissonClients.small(server.address());

    @AfterEach
    void end() {
        client.shutdown();
        server.close();
    }

    @Test
    void aClientThatDoesNotKnowTheTimeYetChargesNothingLateEither() throws Exception {
        RedisStore store = store();
        PermitRequest request = request(Algorithm.SLIDING_WINDOW);
        server.freeze();
        assertThat(failureOf(store.tryAcquire(Acquisition.of(request)))).hasMessageStartingWith("HG0300");
        server.thaw();

        assertThat(awaitAnswer(store, request).remaining()).isEqualTo(5);
    }

    @Test
    void d17_scriptsThatWereForgottenAndAServerThatIsNewAreNoTrouble() throws Exception {
        RedisStore store = store();
        PermitRequest request = request(Algorithm.SLIDING_WINDOW);
        assertThat(acquire(store, request).remaining()).isEqualTo(4);
        server.resp().call("SCRIPT", "FLUSH");
        assertThat(acquire(store, request).remaining()).isEqualTo(3);

        server.restart();

        assertThat(awaitAnswer(store, request).remaining()).isEqualTo(5);
        assertThat(acquire(store, request).remaining()).isEqualTo(4);
    }

    @Test
    void aServerThatIsGoneFailsTheStageWithAMessageForOperators() {
        RedisStore store = store();
        answer(store.probe());
        server.close();

        assertThat(failureOf(store.probe())).hasMessageMatching("HG030[02]: .*");
    }

    @Test
    void aReplicaIsNamed() {
        RedisStore store = store();
        answer(store.probe());
        server.resp().call("REPLICAOF", "127.0.0.1", "1");
        server.resp().call("CONFIG", "SET", "replica-serve-stale-data", "yes");

        assertThat(failureOf(store.probe())).hasMessageStartingWith("HG0304");
    }

    @Test
    void aFullServerIsNamed() {
        RedisStore store = store();
        answer(store.probe());
        server.resp().call("CONFIG", "SET", "maxmemory", "1");

        assertThat(failureOf(store.probe())).hasMessageStartingWith("HG0305");
    }

    @Test
    void aUserWhoMayNotIsNamed() {
        server.resp().call("ACL", "SETUSER", "weak", "reset", "on", ">secret", "~*", "+@all", "-evalsha");
        assertThat(failureAs("weak")).hasMessageStartingWith("HG0307");
        server.resp().call("ACL", "SETUSER", "weak", "reset", "on", ">secret", "~*", "+@all", "-time");
        assertThat(failureAs("weak")).hasMessageStartingWith("HG0307");
        server.resp().call("ACL", "SETUSER", "weak", "reset", "on", ">secret", "~other:*", "+@all");
        assertThat(failureAs("weak")).hasMessageStartingWith("HG0307");
    }

    @Test
    void aScriptThatFailsForNoKnownReasonIsReportedWithItsCause() {
        server.resp().call("CONFIG", "SET", "min-replicas-to-write", "1");
        RedisStore store = store();

        assertThat(failureOf(store.probe())).hasMessageStartingWith("HG0310").hasStackTraceContaining("NOREPLICAS");
    }

    @Test
    void whatIsAskedAfterTheEndFails() {
        RedisStore store = new RedisStore(client, "ratelimit", DEADLINE, task -> {
            throw new RejectedExecutionException();
        });

        assertThat(failureOf(store.probe())).hasMessageStartingWith("HG0311");
        client.shutdown();
        assertThat(failureOf(store().probe())).hasMessageStartingWith("HG0311");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "there is no other binary of that age")
    void d16_aServerThatIsTooOldIsNamed() {
        try (RedisServer old = RedisServer.old()) {
            RedissonClient other = RedissonClients.small(old.address());
            try {
                RedisStore store = new RedisStore(other, "ratelimit", DEADLINE, RedisKit.HEADGATE);
                assertThat(failureOf(store.probe())).hasMessageStartingWith("HG0316");
                assertThat(old.keys()).isEmpty();
            } finally {
                other.shutdown();
            }
        }
    }

    @Test
    void aServerThatCannotSaveIsNamed() throws Exception {
        RedisStore store = store();
        answer(store.probe());
        server.cannotSave();
        assertThat(failureOf(store.probe())).hasMessageStartingWith("HG0308");
    }

    private StoreUnavailableException failureAs(String user) {
        Config config = RedissonClients.smallConfig(server.address());
        config.setUsername(user).setPassword("secret");
        RedissonClient weak = Redisson.create(config);
        try {
            return failureOf(new RedisStore(weak, "ratelimit", DEADLINE, RedisKit.HEADGATE).probe());
        } finally {
            weak.shutdown();
        }
    }

    private RedisStore store() {
        return new RedisStore(client, "ratelimit", DEADLINE, RedisKit.HEADGATE);
    }

    private static PermitRequest request(Algorithm algorithm) {
        Limit limit = Limit.of(5, Duration.ofDays(1), algorithm);
        return new PermitRequest(LimitKey.of("outage", List.of("ip", "192.0.2.1")), limit, 1, false);
    }

    private static Decision acquire(RedisStore store, PermitRequest request) {
        return answer(store.tryAcquire(Acquisition.of(request))).get(0);
    }

    /** What a peek answers once the client is connected again. */
    private static Decision awaitAnswer(RedisStore store, PermitRequest request) {
        CompletableFuture<Decision> answered = new CompletableFuture<>();
        Await.until(() -> {
            try {
                return answered.complete(
                        answer(store.peek(Acquisition.of(request))).get(0));
            } catch (CompletionException e) {
                return false;
            }
        });
        return answered.join();
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static StoreUnavailableException failureOf(CompletionStage<?> stage) {
        try {
            return new StoreUnavailableException("no failure but " + answer(stage), null);
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreUnavailableException failure) {
                return failure;
            }
            throw e;
        }
    }
}
