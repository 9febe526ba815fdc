package io.headgate.internal.store.redis;

import java.util.concurrent.CompletionStage;

/** The policies whose permits are an {@code RRateLimiter} of Redisson's. */
interface Limiters {

    /** Takes the permits if they are there; what could never pass is not sent. */
    CompletionStage<Answer> take(Item item, long startMicros);

    /** What {@link #take} would answer to a cost; changes nothing. */
    CompletionStage<Answer> look(Item item, long cost, long startMicros);

    /** Gives back what was taken, as far as it still counts. */
    CompletionStage<Void> giveBack(Item item);
}
