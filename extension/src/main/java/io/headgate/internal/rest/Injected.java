package io.headgate.internal.rest;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Provider;
import org.jspecify.annotations.Nullable;

/** What servers inject into the filters, also on those that do not: CXF makes what a feature registers by itself. */
final class Injected {

    private Injected() {}

    /** The provider that was injected, else one that asks the container. */
    static <T> Provider<T> orFound(@Nullable Provider<T> injected, Class<T> type) {
        return injected == null ? CDI.current().select(type) : injected;
    }
}
