package io.headgate.tck.interception;

import io.headgate.RateLimit;

/** No bean itself: one a minute for each method of the classes below. */
@RateLimit(limit = 1)
public abstract class LimitedBase {

    /** What those below inherit. */
    public String inherited() {
        return "inherited";
    }
}
