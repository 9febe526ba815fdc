package io.headgate.tck.discovery;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;

/** Implements the resource, and has the limit. */
@RequestScoped
public class WallClock implements Clock {

    /** One a minute. */
    @Override
    @RateLimit(limit = 1)
    public String now() {
        return "noon";
    }
}
