package io.headgate.tck.interception;

import io.headgate.RateLimitExceededException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Calls a limited bean while the application starts, and on a thread that never saw a request. */
@ApplicationScoped
public class EarlyBird {

    private final List<String> results = Collections.synchronizedList(new ArrayList<>());

    @Inject
    private Early early;

    void start(@Observes Startup event) {
        twice(early::duringTheStart);
    }

    /** How two calls during the start and two on a thread of their own ended. */
    String results() throws InterruptedException {
        Thread thread = new Thread(() -> twice(early::onAnotherThread), "no request");
        thread.start();
        thread.join();
        return String.join(" ", results);
    }

    private void twice(Runnable call) {
        for (int i = 0; i < 2; i++) {
            results.add(result(call));
        }
    }

    private static String result(Runnable call) {
        try {
            call.run();
            return "passed";
        } catch (RateLimitExceededException exceeded) {
            return "refused";
        } catch (RuntimeException unexpected) {
            return unexpected.toString();
        }
    }
}
