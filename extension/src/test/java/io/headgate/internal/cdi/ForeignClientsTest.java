package io.headgate.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.testing.App;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Named;
import jakarta.inject.Qualifier;
import jakarta.inject.Singleton;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** A Redisson of the application's beside a relocated one; {@code extension-all} has the whole of it. */
class ForeignClientsTest {

    private static final String RELOCATED = "io.headgate.shaded." + RedissonClient.class.getName();

    private static boolean exist(String nameHere, Class<?>... beans) {
        try (App app = App.of(beans).with("ratelimit.store", "local").start()) {
            assertThat(app.clock()).isNotNull();
            return ForeignClients.exist(nameHere, ForeignClientsTest.class.getClassLoader(), CDI.current());
        }
    }

    @Test
    void aClientThatHeadgateWouldHaveUsedIsSeenWhereItCannotBeUsed() {
        assertThat(exist(RELOCATED, Cache.class)).isTrue();
        assertThat(exist(RedissonClient.class.getName(), Cache.class)).isFalse();
    }

    @Test
    void aClientWithAQualifierWouldNotHaveBeenUsed() {
        assertThat(exist(RELOCATED, Sessions.class)).isFalse();
        assertThat(exist(RELOCATED)).isFalse();
    }

    @Test
    void withoutRedissonThereIsNoClient() {
        ClassLoader withoutRedisson = ClassLoader.getPlatformClassLoader();

        try (App app = App.of(Cache.class).with("ratelimit.store", "local").start()) {
            assertThat(app.clock()).isNotNull();
            assertThat(ForeignClients.exist(RELOCATED, withoutRedisson, CDI.current()))
                    .isFalse();
        }
    }

    private static RedissonClient client() {
        return (RedissonClient) Proxy.newProxyInstance(
                RedissonClient.class.getClassLoader(),
                new Class<?>[] {RedissonClient.class},
                (proxy, method, arguments) -> {
                    throw new AssertionError(method + " was called");
                });
    }

    /** Where sessions are kept. */
    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface OfSessions {}

    /** Produces a client for everybody. */
    @ApplicationScoped
    static class Cache {
        @Produces
        @Singleton
        @Named("cache")
        RedissonClient cache() {
            return client();
        }
    }

    /** Produces a client for some. */
    @ApplicationScoped
    static class Sessions {
        @Produces
        @Singleton
        @OfSessions
        RedissonClient sessions() {
            return client();
        }
    }
}
