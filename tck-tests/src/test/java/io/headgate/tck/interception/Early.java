package io.headgate.tck.interception;

import io.headgate.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Is called when there is no request. */
@ApplicationScoped
public class Early {

    /** One for ever for each address. */
    @RateLimit(limit = 1, window = "3650d", key = "ip")
    public void duringTheStart() {
        // Only the limit matters.
    }

    /** One for ever for each address. */
    @RateLimit(limit = 1, window = "3650d", key = "ip")
    public void onAnotherThread() {
        // Only the limit matters.
    }
}
