package io.headgate.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimitExceededException;

/** Calls of a method that is limited, as other code makes them. */
public final class Calls {

    private Calls() {}

    /** How many of so many calls pass. */
    public static int passed(int calls, Runnable call) {
        int passed = 0;
        for (int i = 0; i < calls; i++) {
            try {
                call.run();
                passed++;
            } catch (RateLimitExceededException denied) {
                assertThat(denied.verdict().allowed()).isFalse();
            }
        }
        return passed;
    }
}
