package io.headgate.tck.enterprise;

import io.headgate.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Is struck when there is no request. */
@ApplicationScoped
public class Gong {

    /** One for ever for each address. */
    @RateLimit(limit = 1, window = "3650d", key = "ip")
    public String strike() {
        return "struck";
    }
}
