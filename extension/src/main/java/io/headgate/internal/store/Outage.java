package io.headgate.internal.store;

import io.headgate.spi.StoreUnavailableException;

/** Hears what becomes of a server from whoever looks after it, and from whatever asks it. */
@FunctionalInterface
public interface Outage {

    /** The server does not answer, or still does not. */
    void began(StoreUnavailableException why);

    /** The server answers, as somebody found out who tried. */
    default void ended() {}

    /** The server answered a question itself. What is remembered of its answers, or decided without it, is no answer. */
    default void answered() {}
}
