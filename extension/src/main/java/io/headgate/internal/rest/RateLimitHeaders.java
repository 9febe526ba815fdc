package io.headgate.internal.rest;

import io.headgate.Decision;
import io.headgate.Verdict;
import io.headgate.internal.policy.Settings;
import jakarta.ws.rs.core.MultivaluedMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prints a verdict as response headers: the only class that knows their names. The three {@code X-RateLimit} headers always
 * come from one policy, the governing one. {@code RateLimit-Policy} and {@code RateLimit} follow
 * draft-ietf-httpapi-ratelimit-headers-10 and RFC 9651.
 */
final class RateLimitHeaders {

    static final String RETRY_AFTER = "Retry-After";
    private static final String LIMIT = "X-RateLimit-Limit";
    private static final String REMAINING = "X-RateLimit-Remaining";
    private static final String RESET = "X-RateLimit-Reset";
    private static final String IETF = "RateLimit";
    private static final String IETF_POLICY = "RateLimit-Policy";
    private static final String EXPOSE = "Access-Control-Expose-Headers";

    private final Settings settings;

    RateLimitHeaders(Settings settings) {
        this.settings = settings;
    }

    /**
     * Prints a verdict. Headers of the same names are replaced, others are left alone.
     *
     * @param crossOrigin whether the request had an {@code Origin}: then scripts of other origins are allowed to read
     *     what is printed here
     */
    void print(Verdict verdict, MultivaluedMap<String, Object> headers, boolean crossOrigin) {
        Optional<Decision> governing = verdict.governing();
        if (governing.isEmpty()) {
            return;
        }
        if (settings.headers().contains(Settings.HeaderFamily.X_RATELIMIT)) {
            printGoverning(governing.get(), headers);
        }
        if (settings.headers().contains(Settings.HeaderFamily.IETF)) {
            printAll(verdict.decisions(), headers);
        }
        if (crossOrigin && settings.expose()) {
            expose(headers);
        }
    }

    /** Whether a verdict was printed on this response. */
    static boolean arePrinted(MultivaluedMap<String, Object> headers) {
        return headers.containsKey(LIMIT) || headers.containsKey(IETF);
    }

    /** The seconds of {@code Retry-After}: rounded up, at least 1; empty where waiting never helps. */
    static Optional<Long> retrySeconds(Verdict verdict) {
        return verdict.governing()
                .filter(Decision::denies)
                .flatMap(Decision::retryAfter)
                .map(wait -> Math.max(1, secondsUp(wait)));
    }

    private void printGoverning(Decision decision, MultivaluedMap<String, Object> headers) {
        headers.putSingle(LIMIT, decision.capacity());
        headers.putSingle(REMAINING, decision.remaining());
        headers.remove(RESET);
        decision.resetAfter().ifPresent(after -> headers.putSingle(RESET, reset(decision.decidedAt(), after)));
    }

    private long reset(Instant decidedAt, Duration after) {
        return settings.reset() == Settings.ResetForm.DELTA
                ? secondsUp(after)
                : secondsUp(Duration.between(Instant.EPOCH, decidedAt.plus(after)));
    }

    private static void printAll(List<Decision> decisions, MultivaluedMap<String, Object> headers) {
        List<String> policies = new ArrayList<>();
        List<String> limits = new ArrayList<>();
        for (Decision decision : decisions) {
            if (!decision.shadow()) {
                String name = quoted(decision.policy());
                policies.add(name + ";q=" + decision.capacity() + ";w="
                        + secondsUp(decision.limit().windowAt(decision.decidedAt())));
                limits.add(name + ";r=" + decision.remaining()
                        + decision.resetAfter()
                                .map(after -> ";t=" + secondsUp(after))
                                .orElse(""));
            }
        }
        headers.putSingle(IETF_POLICY, String.join(", ", policies));
        headers.putSingle(IETF, String.join(", ", limits));
    }

    /** A string of RFC 9651: printable ASCII, with the quote and the backslash escaped. */
    private static String quoted(String name) {
        return name.chars()
                .mapToObj(c -> c < ' ' || c > '~' ? "?" : c == '"' || c == '\\' ? "\\" + (char) c : "" + (char) c)
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static void expose(MultivaluedMap<String, Object> headers) {
        Set<String> exposed = new LinkedHashSet<>();
        headers.getOrDefault(EXPOSE, List.of())
                .forEach(line ->
                        exposed.addAll(List.of(String.valueOf(line).trim().split("\\s*,\\s*"))));
        exposed.remove("");
        if (exposed.contains("*")) {
            return;
        }
        for (String name : List.of(LIMIT, REMAINING, RESET, IETF, IETF_POLICY, RETRY_AFTER)) {
            if (headers.containsKey(name) && exposed.stream().noneMatch(name::equalsIgnoreCase)) {
                exposed.add(name);
            }
        }
        headers.putSingle(EXPOSE, String.join(", ", exposed));
    }

    /** Whole seconds, rounded up. */
    private static long secondsUp(Duration duration) {
        return duration.toSeconds() + (duration.toNanosPart() > 0 ? 1 : 0);
    }
}
