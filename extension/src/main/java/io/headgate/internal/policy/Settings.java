package io.headgate.internal.policy;

import io.headgate.internal.key.ApiKeys;
import io.headgate.internal.key.ClientAddress;
import io.headgate.internal.store.RedisServers;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;

/**
 * The values that hold for the whole application.
 *
 * @param enabled {@code ratelimit.enabled}: false lets every call pass uncounted
 * @param store {@code ratelimit.store}; empty: Redis where there is one, else the process
 * @param redis {@code ratelimit.redis.*}: where Redis is; empty where nothing says so
 * @param redisTimeout {@code ratelimit.redis.timeout}: how long one acquisition waits for Redis
 * @param namespace {@code ratelimit.namespace}: the first part of each key in Redis
 * @param headers {@code ratelimit.headers}: which families of headers a response carries; empty for none
 * @param reset {@code ratelimit.headers.reset}: how {@code X-RateLimit-Reset} tells the time
 * @param expose {@code ratelimit.headers.expose}: whether scripts of other origins may read the headers
 * @param body {@code ratelimit.body}: the body of a 429 where the request prefers none
 * @param apiKeys {@code ratelimit.api-key.header} and {@code .sha256}
 * @param clientAddress {@code ratelimit.client-ip.ipv6-prefix}
 * @param metrics {@code ratelimit.metrics}
 * @param localMaxSubjects {@code ratelimit.local.max-subjects}: how many subjects the local store remembers
 * @param localShare {@code ratelimit.local-share}: above 0, at most 1; the share of each limit that a process grants alone
 *     while Redis does not answer
 * @param logMaxEntries {@code ratelimit.log.max-entries}: the greatest limit of a sliding log
 * @param zone {@code ratelimit.zone}: whose calendar tells where days, weeks, months and years begin
 * @param maxWaiting {@code ratelimit.max-waiting}: how many calls may wait for their turn at once
 * @param refresh {@code ratelimit.config.refresh}: how often changed values are looked for
 * @param overrideShadow {@code ratelimit.override.shadow}: whether all policies only report, unless one says otherwise
 */
public record Settings(
        boolean enabled,
        Optional<StoreKind> store,
        Optional<RedisServers> redis,
        Duration redisTimeout,
        String namespace,
        Set<HeaderFamily> headers,
        ResetForm reset,
        boolean expose,
        BodyForm body,
        ApiKeys apiKeys,
        ClientAddress clientAddress,
        MetricsKind metrics,
        int localMaxSubjects,
        BigDecimal localShare,
        long logMaxEntries,
        ZoneId zone,
        int maxWaiting,
        Duration refresh,
        boolean overrideShadow) {

    /** Where counters live. */
    public enum StoreKind {
        /** In the process. */
        LOCAL,
        /** In Redis. */
        REDIS
    }

    /** A family of response headers. */
    public enum HeaderFamily {
        /** {@code X-RateLimit-Limit}, {@code -Remaining}, {@code -Reset}. */
        X_RATELIMIT,
        /** {@code RateLimit-Policy} and {@code RateLimit} of the IETF draft. */
        IETF
    }

    /** How {@code X-RateLimit-Reset} tells the time. */
    public enum ResetForm {
        /** Seconds since 1970. */
        EPOCH,
        /** Seconds from now. */
        DELTA
    }

    /** The body of a 429. */
    public enum BodyForm {
        /** A small JSON object. */
        JSON,
        /** An RFC 9457 problem. */
        PROBLEM,
        /** Plain text. */
        TEXT
    }

    /** Which metrics are kept. */
    public enum MetricsKind {
        /** MicroProfile Metrics where the server has them. */
        AUTO,
        /** MicroProfile Metrics. */
        MP,
        /** None. */
        NONE
    }

    /** Copies the set. */
    public Settings {
        headers = Set.copyOf(headers);
    }
}
