package io.headgate;

/** What a policy does while the store of its counters does not answer. */
public enum OnStoreFailure {
    /** Each process counts alone and grants its share of the limit ({@code ratelimit.local-share}). The default. */
    LOCAL,

    /** Every call passes, without rate-limit headers. */
    ALLOW,

    /** Every call is refused: 503 over HTTP, an exception elsewhere. */
    DENY
}
