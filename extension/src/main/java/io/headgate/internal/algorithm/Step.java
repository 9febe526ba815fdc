package io.headgate.internal.algorithm;

import io.headgate.Decision;

/**
 * What an algorithm answers.
 *
 * @param next the state to keep: brought in order, and charged if permits were taken
 * @param outcome what was decided
 * @param remaining permits left in {@code next}, 0 to the capacity
 * @param resetMicros when {@code remaining} next grows: zero where nothing is used, {@link Arithmetic#NEVER} at limit 0
 * @param retryMicros when the cost passes if nobody else takes it: zero where it passes now, else at least 1, or {@link
 *     Arithmetic#NEVER}
 * @param delayMicros how long the call waits for its turn if it is admitted; zero where it does not pass
 */
public record Step(
        State next, Decision.Outcome outcome, long remaining, long resetMicros, long retryMicros, long delayMicros) {

    /** Whether there were permits. */
    public boolean allowed() {
        return outcome == Decision.Outcome.ALLOWED;
    }
}
