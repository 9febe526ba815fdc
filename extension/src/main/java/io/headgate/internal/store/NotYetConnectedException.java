package io.headgate.internal.store;

import io.headgate.spi.StoreUnavailableException;
import java.io.Serial;

/** The first attempt to reach the store still runs: why it does not answer is known when that ends. */
public final class NotYetConnectedException extends StoreUnavailableException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** A failure of somebody who waited too long; the message is for operators who never hear of another reason. */
    public NotYetConnectedException(String message) {
        super(message, null);
    }
}
