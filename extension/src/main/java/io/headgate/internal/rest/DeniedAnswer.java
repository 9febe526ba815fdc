package io.headgate.internal.rest;

import io.headgate.Decision;
import io.headgate.Verdict;
import io.headgate.internal.policy.Settings;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer to a request that does not pass: 429, or 503 where the store failed and the policy says so. The entity is
 * bytes with an explicit media type, since an application's own writer may take over a {@code String}.
 *
 * @param status the status code
 * @param retrySeconds the value of {@code Retry-After}, at least 1; empty where waiting never helps
 * @param mediaType the entity's type
 * @param body the text of the body
 */
record DeniedAnswer(int status, Optional<Long> retrySeconds, MediaType mediaType, String body) {

    private static final MediaType PROBLEM = new MediaType("application", "problem+json");
    private static final MediaType TEXT = MediaType.TEXT_PLAIN_TYPE.withCharset("UTF-8");
    private static final String PROBLEM_TYPES = "https://iana.org/assignments/http-problem-types#";
    static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;
    private static final long UNAVAILABLE_SECONDS = 1;

    /**
     * The answer for a verdict that is not allowed.
     *
     * @param accepted what the request accepts, best first
     */
    static DeniedAnswer of(Verdict verdict, List<MediaType> accepted, Settings settings) {
        boolean limited = verdict.governing().filter(Decision::denies).isPresent();
        int status = limited ? TOO_MANY_REQUESTS : SERVICE_UNAVAILABLE;
        Optional<Long> retry = limited ? RateLimitHeaders.retrySeconds(verdict) : Optional.of(UNAVAILABLE_SECONDS);
        String error = limited ? "rate limit exceeded" : "rate limit unavailable";
        Settings.BodyForm form = form(accepted, settings.body());
        String text =
                switch (form) {
                    case JSON -> "{\"error\":\"" + error + "\"" + retryMember(retry) + "}";
                    case PROBLEM -> problem(verdict, limited, status, error, retry);
                    case TEXT ->
                        error
                                + retry.map(seconds -> ", retry after " + seconds + " s")
                                        .orElse("") + "\n";
                };
        MediaType mediaType =
                switch (form) {
                    case JSON -> MediaType.APPLICATION_JSON_TYPE;
                    case PROBLEM -> PROBLEM;
                    case TEXT -> TEXT;
                };
        return new DeniedAnswer(status, retry, mediaType, text);
    }

    /** The body as bytes. */
    byte[] entity() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    /** The answer as a response. */
    Response response() {
        Response.ResponseBuilder response =
                Response.status(status).entity(entity()).type(mediaType).header(HttpHeaders.CACHE_CONTROL, "no-store");
        retrySeconds.ifPresent(seconds -> response.header(RateLimitHeaders.RETRY_AFTER, seconds));
        return response.build();
    }

    /** The first type that the request names and that there is a body for, else the configured one. */
    private static Settings.BodyForm form(List<MediaType> accepted, Settings.BodyForm configured) {
        for (MediaType type : accepted) {
            if (sameType(type, PROBLEM)) {
                return Settings.BodyForm.PROBLEM;
            }
            if (sameType(type, MediaType.APPLICATION_JSON_TYPE)) {
                return Settings.BodyForm.JSON;
            }
            if (sameType(type, TEXT)) {
                return Settings.BodyForm.TEXT;
            }
        }
        return configured;
    }

    private static boolean sameType(MediaType one, MediaType other) {
        return one.getType().equalsIgnoreCase(other.getType())
                && one.getSubtype().equalsIgnoreCase(other.getSubtype());
    }

    /** RFC 9457, with the types and the member of draft-ietf-httpapi-ratelimit-headers-10. */
    private static String problem(Verdict verdict, boolean limited, int status, String error, Optional<Long> retry) {
        String type = limited ? "quota-exceeded" : "temporary-reduced-capacity";
        String violated = verdict.decisions().stream()
                .filter(Decision::denies)
                .map(decision -> json(decision.policy()))
                .collect(Collectors.joining(",", "[", "]"));
        return "{\"type\":\"" + PROBLEM_TYPES + type + "\",\"title\":\"" + error + "\",\"status\":" + status
                + ",\"violated-policies\":" + violated + retryMember(retry) + "}";
    }

    private static String retryMember(Optional<Long> retry) {
        return retry.map(seconds -> ",\"retry_after\":" + seconds).orElse("");
    }

    /** A JSON string. Policy names hold no control characters; quotes and backslashes are escaped all the same. */
    private static String json(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
