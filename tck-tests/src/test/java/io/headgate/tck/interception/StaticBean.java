package io.headgate.tck.interception;

import io.headgate.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Has a method that is called without any object. */
@ApplicationScoped
public class StaticBean {

    /** Cannot be limited. */
    @RateLimit(limit = 1)
    public static String ping() {
        return "ping";
    }
}
