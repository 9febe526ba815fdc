package io.headgate.internal.policy;

import java.util.ArrayList;
import java.util.List;

/** All property names that mean something, with their defaults: what the reference page shows is tested against this. */
public final class KnownProperties {

    static final String PREFIX = "ratelimit.";
    static final String POLICY = PREFIX + "policy.";
    static final String OVERRIDE = PREFIX + "override.";
    static final String DEFAULT = PREFIX + "default.";

    static final Entry ENABLED = supported("enabled", "true");
    static final Entry STORE = supported("store", "");
    static final Entry REDIS_ADDRESS = secret("redis.address");
    static final Entry REDIS_MODE = supported("redis.mode", "single");
    static final Entry REDIS_USERNAME = secret("redis.username");
    static final Entry REDIS_PASSWORD = secret("redis.password");
    static final Entry REDIS_DATABASE = supported("redis.database", "0");
    static final Entry REDIS_MASTER_NAME = supported("redis.master-name", "");
    static final Entry REDIS_CONFIG = supported("redis.config", "");
    static final Entry REDIS_TIMEOUT = supported("redis.timeout", "250ms");
    static final Entry NAMESPACE = supported("namespace", "ratelimit");
    static final Entry POLICIES = supported("policies", "");
    static final Entry MANUAL = supported("policies.manual", "");
    static final Entry HEADERS = supported("headers", "x-ratelimit");
    static final Entry RESET = supported("headers.reset", "epoch");
    static final Entry EXPOSE = supported("headers.expose", "true");
    static final Entry BODY = supported("body", "json");
    static final Entry API_KEY_HEADER = supported("api-key.header", "X-Api-Key");
    static final Entry API_KEY_SHA256 = secret("api-key.sha256");
    static final Entry IPV6_PREFIX = supported("client-ip.ipv6-prefix", "64");
    static final Entry OVERRIDE_SHADOW = supported("override.shadow", "false");
    static final Entry MAX_SUBJECTS = supported("local.max-subjects", "1000000");
    static final Entry LOCAL_SHARE = supported("local-share", "1");
    static final Entry LOG_MAX_ENTRIES = supported("log.max-entries", "10000");
    static final Entry ZONE = supported("zone", "UTC");
    static final Entry MAX_WAITING = supported("max-waiting", "50");
    static final Entry METRICS = supported("metrics", "auto");
    static final Entry REFRESH = supported("config.refresh", "5s");

    private static final List<Entry> APPLICATION = List.of(
            ENABLED,
            STORE,
            REDIS_ADDRESS,
            REDIS_MODE,
            REDIS_USERNAME,
            REDIS_PASSWORD,
            REDIS_DATABASE,
            REDIS_MASTER_NAME,
            REDIS_CONFIG,
            REDIS_TIMEOUT,
            NAMESPACE,
            POLICIES,
            MANUAL,
            HEADERS,
            RESET,
            EXPOSE,
            BODY,
            API_KEY_HEADER,
            API_KEY_SHA256,
            IPV6_PREFIX,
            OVERRIDE_SHADOW,
            MAX_SUBJECTS,
            METRICS,
            REFRESH,
            LOG_MAX_ENTRIES,
            ZONE,
            MAX_WAITING,
            LOCAL_SHARE,
            unsupported("client-ip.trusted-proxies"),
            unsupported("client-ip.header"),
            unsupported("exempt.paths"),
            unsupported("exempt.ips"),
            unsupported("tiers"),
            unsupported("tier"),
            unsupported("adaptive.cpu-threshold"),
            unsupported("adaptive.reduction"),
            unsupported("status.enabled"));

    private KnownProperties() {}

    /**
     * A name that means something.
     *
     * @param name the whole name of a property, or the last part of a policy's
     * @param builtIn what holds where it is not set; empty for nothing
     * @param supported whether this version can do it; if not, setting it is a mistake
     * @param secret whether messages must not show its value
     */
    public record Entry(String name, String builtIn, boolean supported, boolean secret) {}

    /** The properties of the application as a whole. */
    public static List<Entry> application() {
        return APPLICATION;
    }

    /**
     * What stands after {@code ratelimit.policy.<name>.}, {@code ratelimit.override.} and {@code ratelimit.default.}.
     */
    public static List<Entry> params() {
        List<Entry> params = new ArrayList<>();
        Param.ALL.forEach(param -> params.add(new Entry(param.property(), param.builtIn(), true, false)));
        Param.UNSUPPORTED.forEach(param -> params.add(new Entry(param, "", false, false)));
        return params;
    }

    static boolean isSecret(String name) {
        return APPLICATION.stream()
                .anyMatch(entry -> entry.secret() && entry.name().equals(name));
    }

    private static Entry supported(String name, String builtIn) {
        return new Entry(PREFIX + name, builtIn, true, false);
    }

    private static Entry unsupported(String name) {
        return new Entry(PREFIX + name, "", false, false);
    }

    private static Entry secret(String name) {
        return new Entry(PREFIX + name, "", true, true);
    }
}
