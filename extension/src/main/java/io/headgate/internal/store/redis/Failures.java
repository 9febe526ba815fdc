package io.headgate.internal.store.redis;

import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.redisson.client.RedisAuthRequiredException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisWrongPasswordException;

/** Says in an operator's words what went wrong between here and Redis. */
final class Failures {

    /** How an error of Redis begins, and what it means. */
    private static final Map<String, String> BY_WORD = Map.of(
            "READONLY",
            "HG0304: Redis refuses to write, this node is a replica: let Redisson know the topology"
                    + " (ratelimit.redis.mode), or wait for the end of a failover",
            "OOM",
            "HG0305: Redis is full: give it more memory, or a maxmemory-policy that evicts",
            "LOADING",
            "HG0306: Redis is still loading its data: wait",
            "NOPERM",
            "HG0307: the Redis user may not do what is needed: allow it the commands evalsha, eval, script, time, get,"
                    + " set, incrby, del, pttl, pexpire and pexpireat, on the keys of ratelimit.namespace",
            "MISCONF",
            "HG0308: Redis refuses to write because it cannot save its data: look into its log, or switch saving off",
            "CLUSTERDOWN",
            "HG0309: the Redis cluster is down: some slots have no master");

    private Failures() {}

    static StoreUnavailableException of(Throwable failure, Duration deadline) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        if (cause instanceof StoreUnavailableException known) {
            return known;
        }
        return new StoreUnavailableException(message(cause, deadline), cause);
    }

    static StoreUnavailableException late(Duration deadline) {
        return new StoreUnavailableException(
                "HG0301: Redis did not run the script within " + deadline + ", nothing was charged: if this happens"
                        + " often, look for slow commands (SLOWLOG), or raise ratelimit.redis.timeout",
                null);
    }

    private static String message(Throwable cause, Duration deadline) {
        if (cause instanceof RedisTimeoutException) {
            return "HG0300: Redis did not answer within " + deadline + ": is it reachable, and does anything keep it busy?"
                    + " Raise ratelimit.redis.timeout if it is only far away";
        }
        if (cause instanceof RedisConnectionException || cause instanceof RedisNodeNotFoundException) {
            return "HG0302: there is no connection to Redis: is it running, and is its address right?";
        }
        if (cause instanceof RedisAuthRequiredException || cause instanceof RedisWrongPasswordException) {
            return "HG0303: Redis refuses the user or the password";
        }
        return cause instanceof RedisException ? byWord(cause) : unknown(cause);
    }

    private static String byWord(Throwable cause) {
        String text = String.valueOf(cause.getMessage()).toUpperCase(Locale.ROOT);
        return BY_WORD.entrySet().stream()
                .filter(entry -> text.startsWith(entry.getKey()) || text.contains(": " + entry.getKey() + " ")
                        || text.contains("-" + entry.getKey() + " "))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> unknown(cause));
    }

    private static String unknown(Throwable cause) {
        return "HG0310: Redis could not decide: " + cause.getClass().getName()
                + " (a hint that Headgate does not know; its cause says more)";
    }
}
