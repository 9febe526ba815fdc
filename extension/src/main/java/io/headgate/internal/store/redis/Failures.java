package io.headgate.internal.store.redis;

import io.headgate.internal.store.DeadlineStore;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in an operator's words what went wrong between here and Redis. */
final class Failures {

    private static final int DEPTH = 8;
    /** Further on, Redisson shows the command, which can contain anything. */
    private static final int TELLING = 240;

    /** What a failure looks like, by the names of its causes and by how their messages begin, and what it means. */
    private record Kind(Pattern looks, String message) {

        Kind(String looks, String message) {
            this(Pattern.compile(looks), message);
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "RedisAuthRequiredException|RedisWrongPasswordException|NOAUTH |WRONGPASS ",
                    "HG0303: Redis refuses the user or the password: correct ratelimit.redis.username and .password"),
            new Kind(
                    "RedisReadonlyException|READONLY ",
                    "HG0304: this Redis node is a replica and refuses to write: name the topology in"
                            + " ratelimit.redis.mode, or wait for the end of a failover"),
            new Kind(
                    "RedisOutOfMemoryException|OOM command",
                    "HG0305: Redis is full: give it more memory, or a maxmemory-policy that evicts"),
            new Kind("RedisLoadingException|LOADING ", "HG0306: Redis still loads its data: wait"),
            new Kind(
                    "NOPERM |can't run this command",
                    "HG0307: the Redis user may not do what is needed: allow it evalsha, script|load, time, get, set,"
                            + " incrby, del, pttl, pexpireat, zadd, zcount, zrange and zremrangebyrank on the keys of"
                            + " ratelimit.namespace"),
            new Kind(
                    "not allowed after non deterministic commands",
                    "HG0316: this Redis is older than 5: it cannot write in a script that asks for the time"),
            new Kind(
                    "MISCONF ",
                    "HG0308: Redis refuses to write because it cannot save its data: its log says why; or switch saving"
                            + " off"),
            new Kind(
                    "RedisClusterDownException|CLUSTERDOWN ",
                    "HG0309: the Redis cluster is down: some of its slots have no master"),
            new Kind(
                    "DB index is out of range|SELECT is not allowed",
                    "HG0317: this Redis has no such database: correct ratelimit.redis.database"),
            new Kind("RedissonShutdownException", DeadlineStore.STOPPING),
            new Kind(
                    "RedisConnectionException|RedisNodeNotFoundException|ConnectException|UnknownHostException"
                            + "|ClosedChannelException|Unable to write command",
                    "HG0302: there is no connection to Redis: is it running, and is its address right?"));

    private static final String RIGHTS = "HG0307";

    private static final String LIMITER_RIGHTS = "HG0315: the Redis user may not do what policies with the algorithm"
            + " redisson need: allow it hget, hmget, hset, hsetnx, exists, pexpire, decrby, zrangebyscore,"
            + " zremrangebyscore and zrem too, on the keys of ratelimit.namespace";

    private Failures() {}

    static StoreUnavailableException of(Throwable failure, Duration deadline) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return new StoreUnavailableException(message(cause, deadline), cause);
    }

    /** The same where an {@code RRateLimiter} was asked, which takes more rights. */
    static StoreUnavailableException ofLimiter(Throwable failure, Duration deadline) {
        StoreUnavailableException told = of(failure, deadline);
        return String.valueOf(told.getMessage()).startsWith(RIGHTS)
                ? new StoreUnavailableException(LIMITER_RIGHTS, told.getCause())
                : told;
    }

    static StoreUnavailableException late(Duration deadline) {
        return new StoreUnavailableException(
                "HG0301: Redis ran the script later than " + deadline.toMillis()
                        + " ms after it was asked, nothing was charged: if this"
                        + " happens often, look for slow commands (SLOWLOG), or raise ratelimit.redis.timeout",
                null);
    }

    static StoreUnavailableException otherTime() {
        return new StoreUnavailableException(
                "HG0314: the clock of Redis showed another time, twice, than its answer before it let expect, nothing"
                        + " was charged: what sets it?",
                null);
    }

    static StoreUnavailableException tooMany(int most) {
        return new StoreUnavailableException(
                "HG0312: " + most
                        + " questions of this process wait for Redis already: is it slow, or not yet connected?",
                null);
    }

    private static String message(Throwable cause, Duration deadline) {
        List<Throwable> chain = Stream.iterate(cause, each -> each != null, Throwable::getCause)
                .limit(DEPTH)
                .toList();
        Optional<Throwable> misfit =
                chain.stream().filter(LinkageError.class::isInstance).findFirst();
        if (misfit.isPresent()) {
            return "HG0313: a class that Redisson needs is missing or is of another version: " + misfit.get()
                    + "; see which Netty and Redisson the application and its server have, and let it have those that"
                    + " belong together";
        }
        String text = chain.stream()
                .map(each -> each.getClass().getName() + ": " + beginning(each))
                .collect(Collectors.joining("\n"));
        for (Kind kind : KINDS) {
            if (kind.looks.matcher(text).find()) {
                return kind.message;
            }
        }
        if (text.contains("TimeoutException")) {
            return DeadlineStore.late(deadline);
        }
        return "HG0310: Redis could not decide; the cause of this exception says why: "
                + cause.getClass().getName();
    }

    private static String beginning(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return message.substring(0, Math.min(TELLING, message.length()));
    }
}
