package io.headgate.tck.declared;

import io.headgate.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** A bean whose interceptor is enabled by its priority and by {@code beans.xml}. */
@ApplicationScoped
public class TwiceEnabled {

    /** Two a minute. */
    @RateLimit(limit = 2)
    public String call() {
        return "bean";
    }
}
