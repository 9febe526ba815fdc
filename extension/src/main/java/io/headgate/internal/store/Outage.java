package io.headgate.internal.store;

import io.headgate.spi.StoreUnavailableException;

/** Hears from whoever looks after a server, not from those who asked it something. */
@FunctionalInterface
public interface Outage {

    /** The server does not answer, or still does not. */
    void began(StoreUnavailableException why);

    /** The server answers, as somebody found out who tried. */
    default void ended() {}
}
