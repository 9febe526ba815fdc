package io.headgate.internal.key;

import io.headgate.KeyContext;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * Where API keys are sent, and which of them are known.
 *
 * @param header the request header that carries the key
 * @param sha256 the known keys as SHA-256 in lower-case hex; none: every key is believed as sent
 */
public record ApiKeys(String header, Set<String> sha256) {

    /** The header that carries the key unless configuration names another. */
    public static final String DEFAULT_HEADER = "X-Api-Key";

    /** Copies the set. */
    public ApiKeys {
        sha256 = Set.copyOf(sha256);
    }

    /** Keys in the default header, believed as sent. */
    public static ApiKeys asSent() {
        return new ApiKeys(DEFAULT_HEADER, Set.of());
    }

    /** Whether keys are known, so that a client gains nothing by inventing one. */
    public boolean known() {
        return !sha256.isEmpty();
    }

    /** The caller's key: the first one sent, where keys are known the first known one. */
    Optional<String> find(KeyContext context) {
        return context.header(header).stream()
                .filter(key -> !key.isBlank())
                .filter(key -> !known() || isKnown(key))
                .findFirst();
    }

    // Not in constant time, and need not be: what a timing could tell is a prefix of a digest, from which no key
    // follows.
    private boolean isKnown(String key) {
        return sha256.contains(Sha256.hex(key.getBytes(StandardCharsets.UTF_8)));
    }

    /** Shows how many keys are known, not which. */
    @Override
    public String toString() {
        return "ApiKeys[header=" + header + ", known=" + sha256.size() + "]";
    }
}
