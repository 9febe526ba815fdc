package io.headgate.internal.cdi;

import io.headgate.internal.key.Wording;
import io.headgate.internal.log.Log;
import io.headgate.internal.policy.Settings;
import io.headgate.internal.store.ExactStore;
import io.headgate.internal.store.Outage;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.store.redis.ConnectingStore;
import io.headgate.internal.time.Timers;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.regex.Pattern;
import org.redisson.api.RedissonClient;

/**
 * Redis through Redisson: the application's client, else one of Headgate's own. The extensions make it a bean where Redisson
 * is present; it bears no scope, so that nobody else finds it.
 */
public class RedissonRedis implements Redis {

    private static final Pattern CONTENT = Pattern.compile("[\\r\\n{}]|:\\s");

    private final Instance<RedissonClient> clients;

    @Inject
    RedissonRedis(Instance<RedissonClient> clients) {
        this.clients = clients;
    }

    @Override
    public boolean hasClients() {
        return !clients.isUnsatisfied();
    }

    @Override
    public Optional<String> mistake(Settings settings, ClassLoader classLoader) {
        if (clients.isAmbiguous() && settings.redis().isEmpty()) {
            return Optional.of("HG0375: there are several RedissonClient beans: give all but one a qualifier, or set"
                    + " ratelimit.redis.address");
        }
        if (clients.isUnsatisfied() && settings.redis().isEmpty()) {
            return Optional.of("HG0374: ratelimit.store is redis, and nothing says where Redis is: set"
                    + " ratelimit.redis.address" + (Stores.canBorrow() ? ", or make a RedissonClient a bean" : ""));
        }
        return settings.redis()
                .flatMap(servers -> ConnectingStore.mistake(servers, classLoader)
                        .map(why -> "HG0376: ratelimit.redis.config "
                                + named(servers.config().orElse("")) + ": " + why));
    }

    /** Somebody may have written there what belongs into the file, with a password in it. */
    private static String named(String file) {
        return CONTENT.matcher(file).find() ? "is not the name of a file" : "names " + Wording.quote(file);
    }

    @Override
    public ExactStore open(Settings settings, boolean shares, ClassLoader classLoader, Timers timers, Outage outage) {
        ConnectingStore.Place place =
                new ConnectingStore.Place(settings.namespace(), settings.redisTimeout(), classLoader, shares);
        if (clients.isResolvable()) {
            settings.redis().ifPresent(Log::unusedServers);
            return ConnectingStore.borrowed(clients::get, place, timers, outage);
        }
        RedisServers servers = settings.redis().orElseThrow();
        return ConnectingStore.own(servers, place, timers, outage);
    }
}
