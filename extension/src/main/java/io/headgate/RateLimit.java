package io.headgate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits how often a JAX-RS resource method or a method of a CDI bean may be called.
 *
 * <pre>{@code
 * @GET
 * @RateLimit(key = "api-key | ip", limit = 100, window = "1m")
 * public List<Order> list() { ... }
 * }</pre>
 *
 * <p>On a class it applies to each of its business methods; a method's own annotations replace those of its class. Several
 * annotations on one element are charged together or not at all. A refused HTTP request is answered with 429; a refused
 * call of a bean throws {@link RateLimitExceededException} (a method that returns a {@code CompletionStage} returns a
 * failed one), and its body does not run.
 *
 * <p>Each member can be overridden without touching the code. For a method of {@code com.acme.Orders}: {@code
 * com.acme.Orders/list/RateLimit/limit=10}, or the environment variable {@code COM_ACME_ORDERS_LIST_RATELIMIT_LIMIT=10}.
 * For a named policy: {@code ratelimit.policy.<name>.limit=10}. A wrong value stops the deployment.
 */
@Documented
@Inherited
@Repeatable(RateLimit.List.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RateLimit {

    /** The value of a numeric member that was not given. */
    long UNSET = Long.MIN_VALUE;

    /**
     * The policy's name, for configuration, metrics and the IETF headers: {@code [A-Za-z][A-Za-z0-9_-]{0,63}}. Policies
     * with one name share one counter, and must agree in everything but {@link #cost()} and {@link #count()}. Without a
     * name the policy is called after the class and the method, and each method counts alone.
     */
    String name() default "";

    /**
     * Who is counted: a key expression such as {@code user | api-key | ip}. Built-in default: {@code user | ip}. Where no
     * alternative has a value, the client's address is counted.
     */
    String key() default "";

    /** Permits per window, 0 to 10<sup>12</sup>; 0 denies every call. Built-in default: 100. */
    long limit() default UNSET;

    /**
     * The window: ISO-8601 ({@code PT1M}) or a number with {@code ms}, {@code s}, {@code m}, {@code h} or {@code d}, from
     * 1 ms (fixed window: 10 ms) to 3650 days. For {@link Algorithm#FIXED_WINDOW} also {@code P1D}, {@code P1W}, {@code P1M}
     * or {@code P1Y}: the day, the week from Monday, the month or the year of the calendar in {@code ratelimit.zone}. Built-in
     * default: {@code 1m}.
     */
    String window() default "";

    /** One algorithm, or none for the built-in default {@link Algorithm#SLIDING_WINDOW}. */
    Algorithm[] algorithm() default {};

    /** Token bucket only: permits that can be saved up, 1 to 10<sup>12</sup>. Built-in default: the limit. */
    long burst() default UNSET;

    /** Permits that one call takes, from 1 to the limit, for a token bucket to the burst. Built-in default: 1. */
    long cost() default UNSET;

    /**
     * Leaky bucket only: the longest that a call may wait for its turn; a duration of whole milliseconds, 0 to 3650 days.
     * Built-in default: the window.
     */
    String maxWait() default "";

    /** One value, or none for the built-in default {@link Count#ALL}. */
    Count[] count() default {};

    /** One value, or none for the built-in default {@link OnStoreFailure#LOCAL}. */
    OnStoreFailure[] onStoreFailure() default {};

    /** Holds several {@link RateLimit} annotations on one element. */
    @Documented
    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface List {
        /** The annotations, all of which apply. */
        RateLimit[] value();
    }
}
