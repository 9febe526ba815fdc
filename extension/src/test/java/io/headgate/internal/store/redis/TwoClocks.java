package io.headgate.internal.store.redis;

import io.headgate.Decision;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Resp;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;

/** A store whose clock a test sets, and with it that of Redis, also while a call is on its way. */
abstract class TwoClocks {

    static final Duration DEADLINE = Duration.ofSeconds(5);

    final RedisServer server = RedisServer.shared();
    final Resp resp = server.resp();
    final ManualTime here = new ManualTime();
    final ManualTime there = new ManualTime();
    volatile Runnable onTheWay = () -> {};
    final RedisStore store =
            new RedisStore(RedisKit.client(server), RedisKit.NAMESPACE, DEADLINE, RedisKit.HEADGATE, here, () -> {
                onTheWay.run();
                return there.micros();
            });
    final PermitRequest request;

    TwoClocks(PermitRequest request) {
        this.request = request;
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    /** Lets the store learn the time of Redis; calls are counted from here on. */
    final void meet() {
        answer(store.probe());
        resp.call("CONFIG", "RESETSTAT");
    }

    final Decision acquire() {
        return answer(store.tryAcquire(Acquisition.of(request))).get(0);
    }

    final void refund(Decision charged) {
        answer(store.refund(List.of(charged.receipt().orElseThrow())));
    }

    /** What is asked of the one key that a test uses. */
    final long ofKey(String command) {
        return resp.number(command, RedisKit.NAMESPACE + ":v1:" + request.key());
    }

    static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }
}
