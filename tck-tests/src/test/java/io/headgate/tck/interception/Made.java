package io.headgate.tck.interception;

import io.headgate.RateLimit;

/** No bean: its objects come from a producer. */
public class Made {

    /** For the proxies of the container. */
    protected Made() {}

    static Made made() {
        return new Made();
    }

    /** Cannot be limited. */
    @RateLimit(limit = 1)
    public String call() {
        return "made";
    }
}
