package io.headgate.all;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.testing.App;
import io.headgate.testing.Logs;
import io.headgate.testing.RedisServer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Qualifier;
import jakarta.inject.Singleton;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** An application whose client is of its own Redisson. */
class OwnClientBeanTest {

    private static List<String> warnings(App.Builder app) {
        try (Logs logs = new Logs();
                App running = app.start()) {
            assertThat(running.get("/letters").statusCode()).isEqualTo(200);
            return logs.warnings();
        }
    }

    @Test
    void itIsToldOnceThatTheClientIsNotUsed() {
        assertThat(warnings(App.of(Letters.class, Shop.class).rest()))
                .singleElement()
                .asString()
                .startsWith("HG0353: ");
        assertThat(warnings(App.of(Letters.class, Shop.class)
                        .with("ratelimit.redis.timeout", "20s")
                        .with("ratelimit.redis.address", RedisServer.shared().address())
                        .rest()))
                .singleElement()
                .asString()
                .startsWith("HG0353: ");
    }

    @Test
    void itIsNotToldWhereTheClientWouldNotHaveBeenUsedAnyway() {
        assertThat(warnings(App.of(Letters.class).rest())).isEmpty();
        assertThat(warnings(App.of(Letters.class, Forum.class).rest())).isEmpty();
        assertThat(warnings(App.of(Letters.class, Shop.class)
                        .with("ratelimit.store", "local")
                        .rest()))
                .isEmpty();
    }

    /** Has a client for everybody. */
    @ApplicationScoped
    public static class Shop {
        @Produces
        @Singleton
        RedissonClient client() {
            return new RedissonClient() {};
        }
    }

    /** What is for sessions only. */
    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    public @interface OfSessions {}

    /** Has a client for some. */
    @ApplicationScoped
    public static class Forum {
        @Produces
        @Singleton
        @OfSessions
        RedissonClient client() {
            return new RedissonClient() {};
        }
    }
}
