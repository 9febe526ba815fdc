package io.headgate.internal.log;

import io.headgate.Limit;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every line that Headgate logs, under the logger {@code io.headgate}. A number is never given to another message. No line
 * shows a subject, an API key or an address.
 */
public final class Log {

    private static final Logger LOGGER = System.getLogger("io.headgate");

    private Log() {}

    /** The policies and where each number comes from. */
    public static void started(String table) {
        LOGGER.log(Level.INFO, "HG0001: rate limits of this application\n" + table);
    }

    /** The local store is in use. */
    public static void localStore() {
        LOGGER.log(
                Level.INFO,
                "HG0002: counters live in this process: behind several processes a client gets each limit once per"
                        + " process");
    }

    /** The server has no MicroProfile Config. */
    public static void noConfiguration(String why) {
        LOGGER.log(
                Level.INFO,
                "HG0003: there is no MicroProfile Config (" + why
                        + "): limits come from annotations and built-in defaults alone");
    }

    /** Everything is switched off, or on again. */
    public static void enabled(boolean enabled) {
        LOGGER.log(
                Level.INFO,
                enabled
                        ? "HG0004: rate limiting is on (ratelimit.enabled)"
                        : "HG0005: rate limiting is off (ratelimit.enabled=false): every call passes");
    }

    /** A changed value cannot be used; the old one stays. */
    public static void refused(String why) {
        LOGGER.log(Level.WARNING, "HG0006: a changed value is refused, the old one stays: " + why);
    }

    /** An annotation that can never fire. */
    public static void dead(String sentence) {
        LOGGER.log(Level.WARNING, "HG0010: " + sentence);
    }

    /** A class that cannot be examined. */
    public static void unreadable(String className, Throwable missing) {
        LOGGER.log(
                Level.WARNING,
                "HG0011: " + className
                        + " cannot be examined, a @RateLimit in it has no effect: a class that it names is"
                        + " missing: " + missing);
    }

    /** The server did not take Headgate's filters. */
    public static void unlisted(String feature) {
        LOGGER.log(
                Level.WARNING,
                "HG0012: no request is limited, since the server left out Headgate's filters: an Application class that"
                        + " lists its classes must list " + feature + ".class too, or nothing at all");
    }

    /** No container serves the application. */
    public static void noBeans() {
        LOGGER.log(
                Level.WARNING,
                "HG0013: CDI does not serve this application, so nothing in it is limited: see whether its beans.xml"
                        + " has bean-discovery-mode=\"none\"");
    }

    /** A warning about configuration, which carries its own number. */
    public static void warning(String number, String text) {
        LOGGER.log(Level.WARNING, number + ": " + text);
    }

    /** The key of an annotated policy had no value. */
    public static void keyWithoutValue(String policy, String key, String instead) {
        LOGGER.log(
                Level.WARNING,
                "HG0020: policy " + policy + ": its key " + key + " had no value, " + instead
                        + " is counted instead (said once for each policy)");
    }

    /** The key of a policy could not be read. */
    public static void keyFailed(String policy, Throwable failure) {
        LOGGER.log(
                Level.WARNING,
                "HG0027: policy " + policy + ": who is counted could not be read, the policy follows its"
                        + " on-store-failure (said once for each policy): "
                        + failure.getClass().getName());
    }

    /** The server shows no client address. */
    public static void noAddress() {
        LOGGER.log(
                Level.WARNING,
                "HG0021: this server shows no client address: policies with the key ip count all clients together"
                        + " (said once)");
    }

    /** The store failed. */
    public static void storeFailed(Throwable failure) {
        LOGGER.log(
                Level.WARNING,
                "HG0022: the store of the counters does not answer, policies follow their on-store-failure (said once"
                        + " for each outage): " + failure);
    }

    /** The store answers again. */
    public static void storeRecovered() {
        LOGGER.log(Level.INFO, "HG0023: the store of the counters answers again");
    }

    /** A resource that CDI did not show has a wrong annotation. */
    public static void wrongAtFirstSight(String method, List<String> mistakes) {
        LOGGER.log(
                Level.ERROR,
                "HG0024: " + method + " answers 500 until this is corrected: " + String.join("; ", mistakes));
    }

    /** A listener threw. */
    public static void listenerFailed(String listener, Throwable failure) {
        LOGGER.log(Level.WARNING, "HG0025: listener " + listener + " failed (said once)", failure);
    }

    /** A background task threw. */
    public static void taskFailed(@Nullable Throwable failure) {
        LOGGER.log(Level.WARNING, "HG0026: a background task failed and goes on", failure);
    }

    /** A limited method was called where nobody can wait for the answer. */
    public static void unheard(String method) {
        LOGGER.log(
                Level.WARNING,
                "HG0028: " + method
                        + " was called on an event loop, where nobody may wait: the call was charged and not"
                        + " refused, nor put off (said once for each method). Let it return a"
                        + " CompletionStage or a Uni, or call it where blocking is allowed");
    }

    /** Calls that would have to wait for their turn are refused. */
    public static void noPlaceToWait(int places) {
        LOGGER.log(
                Level.WARNING,
                "HG0029: " + places + " calls wait for their turn or ask whether they have to, which is as many as"
                        + " ratelimit.max-waiting allows: others are refused unless it is their turn (said once)");
    }

    /** Redis is in use. */
    public static void redisStore(String where, String namespace, String timeout) {
        LOGGER.log(
                Level.INFO,
                "HG0350: counters live in Redis: " + where + ", namespace " + namespace + ", time limit " + timeout
                        + "; while it does not answer, each policy does what its on-store-failure says");
    }

    /** Something of Redis's client did not end. */
    public static void redisLeft(String where, Duration patience) {
        LOGGER.log(
                Level.WARNING,
                "HG0351: the connection to Redis did not end within " + patience.toSeconds() + " s: " + where);
    }

    /** Both a bean and properties say where Redis is. */
    public static void unusedServers(Object servers) {
        LOGGER.log(
                Level.WARNING,
                "HG0352: ratelimit.redis.* has no effect, the application's RedissonClient bean is used and not "
                        + servers + ": remove the properties, or give the bean a qualifier");
    }

    /** The application's clients are of another Redisson than Headgate's. */
    public static void unusableClients() {
        LOGGER.log(
                Level.WARNING,
                "HG0353: the application's RedissonClient bean is not used: Headgate has a Redisson of its own inside,"
                        + " to which the application's is another library. Counters live where ratelimit.redis.* says, and"
                        + " without that in this process. Use the artifact headgate in place of headgate-all, or give the"
                        + " bean a qualifier");
    }

    /** A policy whose permits other programs can take too. */
    public static void sharedLimiter(String policy, String name) {
        LOGGER.log(
                Level.INFO,
                "HG0355: policy " + policy + " counts with the RRateLimiter " + name
                        + ": a Redisson program that takes from it shares the policy's permits");
    }

    /** Another program, or another version of the application, gave an object other numbers. */
    public static void limiterChanged(String policy, long permits, Duration window, Limit limit) {
        LOGGER.log(
                Level.WARNING,
                "HG0354: policy " + policy + ": its RRateLimiter had " + permits + " permits per " + window
                        + ", and now has "
                        + limit.permits() + " per " + limit.window()
                        + " as the policy says (said once for each policy): give all programs that share it the same"
                        + " numbers");
    }
}
