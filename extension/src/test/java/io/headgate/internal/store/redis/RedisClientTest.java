package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.ManualTime;
import io.headgate.testing.RedisServer;
import io.headgate.testing.RedissonClients;
import io.headgate.testing.Resp;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.BaseCodec;
import org.redisson.client.codec.Codec;
import org.redisson.client.codec.LongCodec;
import org.redisson.client.handler.State;
import org.redisson.client.protocol.Decoder;
import org.redisson.client.protocol.Encoder;
import org.redisson.codec.Kryo5Codec;
import org.redisson.config.Config;

/** Whatever client the store is given. */
class RedisClientTest extends StoreKit {

    private final RedisServer server = RedisServer.shared();
    private final Resp resp = server.resp();

    @Override
    protected RateLimitStore open(ManualTime time) {
        return RedisKit.emptied(server, time);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void d12_aUserWhoMayDoNothingElseIsEnough(Algorithm algorithm) {
        resp.call("SCRIPT", "FLUSH");
        try (RestrictedUser user = RestrictedUser.withLeastAnd(List.of())) {
            RedisStore restricted = RedisKit.store(user.client());
            answer(restricted.probe());
            PermitRequest request = one("d12", limit(algorithm, 2, 86_400));
            List<Decision> three = threeCalls(restricted, request);
            assertThat(three).extracting(Decision::allowed).containsExactly(true, true, false);
            resp.call("PERSIST", RedisKit.NAMESPACE + ":v1:" + request.key());
            answer(restricted.tryAcquire(Acquisition.of(request)));
            answer(restricted.refund(List.of(three.get(0).receipt().orElseThrow())));
            answer(restricted.peek(Acquisition.of(request)));
            answer(restricted.reset(request.key()));
            assertThat(user.refusals()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void d24_theClientsOwnCodecIsNeverUsed(Codec codec) {
        Config config = RedissonClients.smallConfig(server.address());
        config.setCodec(codec);
        RedissonClient client = Redisson.create(config);
        try {
            for (Algorithm algorithm : algorithms().toList()) {
                PermitRequest request = one("d24-" + algorithm, limit(algorithm, 2, 60));
                assertThat(threeCalls(RedisKit.store(client, time), request))
                        .extracting(Decision::allowed)
                        .containsExactly(true, true, false);
            }
        } finally {
            client.shutdown();
        }
    }

    static Stream<Codec> codecs() {
        return Stream.of(new Kryo5Codec(), LongCodec.INSTANCE, new Broken());
    }

    @Test
    void d28_namespacesKeepApplicationsApartAndNothingElseIsTouched() {
        resp.call("SET", "other", "1");
        resp.call("SET", "ratelimit", "2");
        resp.call("SET", "shop:v1x", "3");
        RateLimitStore shop = namespace("shop");
        RateLimitStore sameShop = namespace("shop");
        RateLimitStore forum = namespace("forum");
        PermitRequest request = one("login", limit(Algorithm.SLIDING_WINDOW, 1, 60));

        assertThat(acquireFrom(shop, request).allowed()).isTrue();
        assertThat(acquireFrom(forum, request).allowed()).isTrue();
        assertThat(acquireFrom(sameShop, request).allowed()).isFalse();
        answer(((RedisStore) shop).probe());
        answer(shop.reset(request.key()));
        assertThat(acquireFrom(forum, request).allowed()).isFalse();

        assertThat(server.keys())
                .containsExactlyInAnyOrder("other", "ratelimit", "shop:v1x", "forum:v1:" + request.key());
    }

    @Test
    void onlyThreadsOfItsOwnTouchTheClientAndNoCallerWaits() {
        Set<String> users = new ConcurrentSkipListSet<>();
        RedissonClient watched = (RedissonClient) Proxy.newProxyInstance(
                RedissonClient.class.getClassLoader(),
                new Class<?>[] {RedissonClient.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("getConfig")) {
                        users.add(Thread.currentThread().getName());
                    }
                    return method.invoke(RedisKit.client(server), arguments);
                });
        RedisStore watchedStore = RedisKit.store(watched);

        answer(watchedStore.tryAcquire(Acquisition.of(one("watched", limit(Algorithm.SLIDING_WINDOW, 1, 60)))));

        assertThat(users).containsExactly("test-redis");
        RedisStore stalled = new RedisStore(watched, "stalled", RedisKit.DEADLINE, task -> {});
        CompletableFuture<?> waiting = stalled.tryAcquire(
                        Acquisition.of(one("stalled", limit(Algorithm.SLIDING_WINDOW, 1, 60))))
                .toCompletableFuture();
        assertThat(waiting).isNotDone();
    }

    private RateLimitStore namespace(String namespace) {
        return new RedisStore(
                RedisKit.client(server),
                namespace,
                RedisKit.DEADLINE,
                RedisKit.HEADGATE,
                TimeSource.monotonic(),
                time::micros);
    }

    private static Decision acquireFrom(RateLimitStore store, PermitRequest request) {
        return answer(store.tryAcquire(Acquisition.of(request))).get(0);
    }

    private static List<Decision> threeCalls(RateLimitStore store, PermitRequest request) {
        return List.of(acquireFrom(store, request), acquireFrom(store, request), acquireFrom(store, request));
    }

    /** Stands for a codec whose classes are missing where the store's are loaded. */
    private static final class Broken extends BaseCodec {

        @Override
        public Decoder<Object> getValueDecoder() {
            return (buffer, state) -> fail(state);
        }

        @Override
        public Encoder getValueEncoder() {
            return in -> {
                throw new NoClassDefFoundError("org/example/Missing");
            };
        }

        private static Object fail(State state) {
            throw new NoClassDefFoundError("org/example/Missing" + state);
        }
    }
}
