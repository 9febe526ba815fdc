package io.headgate.spi;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The store's backend did not answer, or answered that it cannot decide. */
public class StoreUnavailableException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * A failure that operators will read.
     *
     * @param message what failed and what to do about it; without subjects and secrets
     * @param cause the backend's own words, if there are any
     */
    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
