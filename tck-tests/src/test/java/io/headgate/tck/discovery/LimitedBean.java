package io.headgate.tck.discovery;

import io.headgate.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** A bean that only an interceptor can limit. */
@ApplicationScoped
public class LimitedBean {

    /** One a minute. */
    @RateLimit(limit = 1)
    public String call() {
        return "bean";
    }
}
