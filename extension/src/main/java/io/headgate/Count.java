package io.headgate;

/** Which calls use up permits. */
public enum Count {
    /** Every call. The default. */
    ALL,

    /** Only calls that fail: charged first, given back after a response with a status below 400. */
    FAILURES,

    /** Only calls that succeed: charged first, given back after an exception or a response with status 400 or above. */
    SUCCESSES
}
