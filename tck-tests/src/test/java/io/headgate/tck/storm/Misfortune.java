package io.headgate.tck.storm;

/**
 * Something that happened to Redis. All times are milliseconds since 1970, by the clock that Redis has too.
 *
 * @param kind what
 * @param began it had not happened before
 * @param struck it had happened by then
 * @param mending from here on, Redis may have answered again
 * @param mended from here on, Redis does answer
 */
public record Misfortune(Kind kind, long began, long struck, long mending, long mended) {

    /** What can happen. */
    public enum Kind {
        /** The process is killed, and started again later. */
        KILL(true, true),
        /** The process is stopped where it is. */
        FREEZE(true, false),
        /** Redis lets its clients wait. */
        PAUSE(true, false),
        /** All data go. */
        FLUSH(false, true);

        private final boolean outage;
        private final boolean loss;

        Kind(boolean outage, boolean loss) {
            this.outage = outage;
            this.loss = loss;
        }
    }

    /** How long after Redis is back a server may not know yet: the next probe, a new connection, and some patience. */
    static final long UNTIL_KNOWN_MILLIS = 2_000;

    /** Whether, at some moment between these, servers may not have been able to ask Redis. */
    boolean mayBeFelt(long fromMillis, long toMillis) {
        return kind.outage && fromMillis <= mended + UNTIL_KNOWN_MILLIS && toMillis >= began;
    }

    /**
     * Whether something that was counted between these moments may be forgotten before the second of them. What was lost
     * after Redis is back in a later window has not been lost in this one, since nobody asks for it any more.
     */
    boolean forgetsIn(long fromMillis, long toMillis) {
        return kind.loss && struck >= fromMillis && began < toMillis && mending < toMillis;
    }

    boolean isOutage() {
        return kind.outage;
    }

    boolean isLoss() {
        return kind.loss;
    }

    @Override
    public String toString() {
        return kind + " " + began + " for " + (mended - began) + " ms";
    }
}
