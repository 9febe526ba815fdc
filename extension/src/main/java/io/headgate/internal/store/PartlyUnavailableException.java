package io.headgate.internal.store;

import io.headgate.Decision;
import io.headgate.spi.StoreUnavailableException;
import java.io.Serial;
import java.util.List;
import java.util.Optional;

/**
 * Of the servers of a store some answered and others did not. Where one of those that answered denied, nothing is charged;
 * else what they charged stays charged, until whoever asked gives it back.
 */
public final class PartlyUnavailableException extends StoreUnavailableException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient List<Optional<Decision>> decisions;

    /**
     * A failure of some.
     *
     * @param why the failure of one that did not answer
     * @param decisions one for each request, in order; empty where nobody answered
     */
    public PartlyUnavailableException(StoreUnavailableException why, List<Optional<Decision>> decisions) {
        super(String.valueOf(why.getMessage()), why);
        this.decisions = List.copyOf(decisions);
    }

    /** One for each request, in order; empty where nobody answered. */
    public List<Optional<Decision>> decisions() {
        return decisions;
    }
}
