package io.headgate.internal.store.redis;

import io.headgate.Decision.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * What the script says about one request; see the reply in {@code frame.lua}.
 *
 * @param nowMicros when it was decided
 * @param outcome what was decided for this request alone
 * @param remaining permits left
 * @param resetMicros when there will be more, or {@link #NEVER}
 * @param retryMicros when the same passes, or {@link #NEVER}
 * @param delayMicros how long an admitted call waits for its turn
 * @param charged whether permits were taken
 */
record Answer(
        long nowMicros,
        Outcome outcome,
        long remaining,
        long resetMicros,
        long retryMicros,
        long delayMicros,
        boolean charged) {

    static final long NEVER = -1;

    private static final Outcome[] OUTCOMES = {Outcome.DENIED, Outcome.ALLOWED, Outcome.IMPOSSIBLE};
    private static final int HEAD = 2;
    private static final int FIELDS = 6;

    /** Whether there were permits. */
    boolean allowed() {
        return outcome == Outcome.ALLOWED;
    }

    /** Whether the script did nothing because it came too late. */
    static boolean isStale(List<?> reply) {
        return reply.get(0).equals("stale");
    }

    /** Whether the script did nothing because its time was not the one that was expected. */
    static boolean isOutOfBounds(List<?> reply) {
        return reply.get(0).equals("bounds");
    }

    /** The time at which the script ran. */
    static long nowMicros(List<?> reply) {
        return (Long) reply.get(1);
    }

    /** The answers, in the order of the requests. */
    static List<Answer> all(List<?> reply) {
        List<Answer> answers = new ArrayList<>(reply.size() / FIELDS);
        for (int at = HEAD; at < reply.size(); at += FIELDS) {
            answers.add(new Answer(
                    nowMicros(reply),
                    OUTCOMES[(int) number(reply, at)],
                    number(reply, at + 1),
                    number(reply, at + 2),
                    number(reply, at + 3),
                    number(reply, at + 4),
                    number(reply, at + 5) == 1));
        }
        return answers;
    }

    private static long number(List<?> reply, int at) {
        return (Long) reply.get(at);
    }
}
