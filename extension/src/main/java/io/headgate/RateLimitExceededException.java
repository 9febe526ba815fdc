package io.headgate;

import jakarta.ejb.ApplicationException;
import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call of a limited bean was refused; its body did not run. Over HTTP it becomes the same 429 that a limited resource
 * answers. Unchecked, and an application exception that does not roll back an EJB transaction.
 */
@ApplicationException(rollback = false)
public class RateLimitExceededException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Verdict verdict;

    /**
     * The refusal of a call.
     *
     * @param verdict the verdict that refused it
     */
    public RateLimitExceededException(Verdict verdict) {
        super(message(verdict));
        this.verdict = Objects.requireNonNull(verdict, "verdict");
    }

    /** All decisions of the call and the one that governs it; none in another process than the one that decided. */
    public Verdict verdict() {
        return verdict == null ? Verdict.none() : verdict;
    }

    private static String message(Verdict verdict) {
        return verdict.governing()
                .map(decision -> "rate limit " + decision.policy() + " exceeded"
                        + decision.retryAfter()
                                .map(wait -> ", retry after " + wait)
                                .orElse(", waiting does not help"))
                .orElse("rate limit could not be decided");
    }
}
