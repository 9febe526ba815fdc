package io.headgate.internal.cdi;

import io.headgate.LimitKey;
import io.headgate.internal.engine.Backend;
import io.headgate.internal.log.Log;
import io.headgate.internal.policy.Policy;
import io.headgate.internal.policy.Settings;
import io.headgate.internal.policy.Settings.StoreKind;
import io.headgate.internal.store.DeadlineStore;
import io.headgate.internal.store.DenyCache;
import io.headgate.internal.store.ExactStore;
import io.headgate.internal.store.FallbackStore;
import io.headgate.internal.store.NotYetConnectedException;
import io.headgate.internal.store.Outage;
import io.headgate.internal.store.RedisKeys;
import io.headgate.internal.store.ShareStore;
import io.headgate.internal.store.local.LocalStore;
import io.headgate.internal.time.BackgroundScheduler;
import io.headgate.internal.time.Deadlines;
import io.headgate.internal.time.TimeSource;
import io.headgate.internal.time.Timers;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreUnavailableException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Chooses the store of an application, puts around it what it needs, and takes it down again. */
final class Stores implements AutoCloseable {

    private static final String REDISSON = "org.redisson.api.RedissonClient";
    /** The key that has one subject, and that subject. */
    private static final String EVERYBODY = "global";

    private static final Duration SWEEP = Duration.ofSeconds(5);

    private final Settings settings;
    private final ClassLoader classLoader;
    private final BackgroundScheduler scheduler;
    private final Optional<BackgroundScheduler> deadlines;
    private final Backend backend;
    private volatile boolean closing;

    /**
     * Opens the store.
     *
     * @param redis empty where Redisson is missing
     * @param shares whether policies share their permits with other Redisson programs
     * @param scheduler closed by whoever made it, before this is closed
     * @param outage hears whether Redis can be reached
     */
    Stores(
            Settings settings,
            ClassLoader classLoader,
            Optional<Redis> redis,
            boolean shares,
            TimeSource time,
            BackgroundScheduler scheduler,
            Outage outage) {
        this.settings = settings;
        this.classLoader = classLoader;
        this.scheduler = scheduler;
        if (redis.isPresent() && usesRedis(settings, redis)) {
            BackgroundScheduler ofItsOwn = new BackgroundScheduler("headgate-deadline", classLoader, Log::taskFailed);
            this.deadlines = Optional.of(ofItsOwn);
            this.backend = redisStore(redis.get(), shares, ofItsOwn, time, outage);
        } else {
            this.deadlines = Optional.empty();
            Log.localStore();
            this.backend = Backend.of(localStore(time));
        }
    }

    /** Whether a class of the container's may be made a bean that needs Redisson. */
    static boolean hasRedisson(ClassLoader classLoader) {
        return Optionals.isPresent(REDISSON, classLoader);
    }

    /** What is configured and cannot be had. Called when the application's beans are known. */
    static Optional<String> missing(Settings settings, ClassLoader classLoader) {
        Optional<Redis> redis = redis(CDI.current().select(Redis.class));
        if (!usesRedis(settings, redis)) {
            return Optional.empty();
        }
        if (redis.isEmpty()) {
            return Optional.of("HG0373: the counters are to live in Redis, and the application has no Redisson: add the"
                    + " dependency org.redisson:redisson, or set ratelimit.store=local");
        }
        return redis.get().mistake(settings, classLoader);
    }

    /** Why policies cannot share their permits, one text for each. Called when the application's beans are known. */
    static Stream<String> unshareable(Settings settings, List<Policy> shared) {
        if (shared.isEmpty() || usesRedis(settings, redis(CDI.current().select(Redis.class)))) {
            return Stream.empty();
        }
        return shared.stream()
                .map(policy -> "HG0377: policy " + policy.name() + ": its algorithm is redisson, whose permits are an"
                        + " RRateLimiter in Redis, and the counters of this application live in the process: set"
                        + " ratelimit.redis.address" + (canBorrow() ? " or make a RedissonClient a bean" : "")
                        + ", without ratelimit.store=local, or choose another algorithm");
    }

    /** Tells the names of the objects that other programs have to use. Called when the application's beans are known. */
    static void announce(Settings settings, List<Policy> shared) {
        for (Policy policy : shared) {
            if (policy.key().toString().equals(EVERYBODY)) {
                LimitKey key = LimitKey.of(policy.name(), List.of(EVERYBODY));
                Log.sharedLimiter(policy.name(), RedisKeys.of(settings.namespace(), key));
            }
        }
    }

    /** Warns of what the application offers and Headgate cannot use. Called when the application's beans are known. */
    static void announce(Settings settings, ClassLoader classLoader) {
        boolean mayUse = settings.store().filter(StoreKind.LOCAL::equals).isEmpty();
        if (mayUse && ForeignClients.exist(REDISSON, classLoader, CDI.current())) {
            Log.unusableClients();
        }
    }

    /** Whether a client of the application's can be what this Headgate calls one. */
    static boolean canBorrow() {
        return !ForeignClients.possible(REDISSON);
    }

    /** The bean, where there is one. */
    static Optional<Redis> redis(Instance<Redis> instances) {
        return instances.isResolvable() ? Optional.of(instances.get()) : Optional.empty();
    }

    private static boolean usesRedis(Settings settings, Optional<Redis> redis) {
        StoreKind kind = settings.store()
                .orElseGet(() -> settings.redis().isPresent()
                                || redis.filter(Redis::hasClients).isPresent()
                        ? StoreKind.REDIS
                        : StoreKind.LOCAL);
        return kind == StoreKind.REDIS;
    }

    private LocalStore localStore(TimeSource time) {
        LocalStore local = new LocalStore(time, settings.localMaxSubjects());
        scheduler.every(SWEEP, local::sweep);
        return local;
    }

    private Backend redisStore(
            Redis redis, boolean shares, BackgroundScheduler ofDeadlines, TimeSource time, Outage outage) {
        Duration timeout = settings.redisTimeout();
        ExactStore connecting = redis.open(settings, shares, classLoader, new Timers(scheduler, ofDeadlines), outage);
        Log.redisStore(connecting.toString(), settings.namespace(), timeout.toMillis() + " ms");
        ShareStore share = new ShareStore(localStore(time), settings.localShare());
        RateLimitStore inTime = new DeadlineStore(
                connecting, new Deadlines(ofDeadlines, timeout, () -> noAnswer(connecting, timeout)), outage);
        FallbackStore fallback = new FallbackStore(inTime, share);
        return new Backend(new DenyCache(fallback, connecting::isExact, TimeSource.monotonic()), fallback, share);
    }

    private StoreUnavailableException noAnswer(ExactStore asked, Duration timeout) {
        if (closing) {
            return new StoreUnavailableException(DeadlineStore.STOPPING, null);
        }
        String late = DeadlineStore.late(timeout);
        return asked.isConnecting() ? new NotYetConnectedException(late) : new StoreUnavailableException(late, null);
    }

    Backend backend() {
        return backend;
    }

    @Override
    public void close() {
        closing = true;
        deadlines.ifPresent(BackgroundScheduler::close);
        backend.store().close();
    }
}
