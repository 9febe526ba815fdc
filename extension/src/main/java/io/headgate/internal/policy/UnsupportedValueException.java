package io.headgate.internal.policy;

import java.io.Serial;

/** A value that a later version may know, and this one does not. */
final class UnsupportedValueException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1L;

    UnsupportedValueException(String message) {
        super(message);
    }
}
