package io.headgate.internal.engine;

import io.headgate.KeyContext;
import io.headgate.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request as the filter saw it, and its verdict so far: how interceptors further down see the request, and how
 * their decisions reach its headers. Several threads may work for one request.
 */
public class CurrentRequest {

    private @Nullable CurrentRequest delegate;
    private @Nullable KeyContext call;
    private Verdict verdict = Verdict.none();

    /** A request about which nothing is known yet. */
    public CurrentRequest() {}

    /** A request that the filter sees. */
    public CurrentRequest(KeyContext call) {
        this.call = call;
    }

    /**
     * Makes this holder, which lives in a scope, stand for the filter's. What was decided before the filter ran, by resource
     * locators, is the request's too.
     */
    public synchronized void become(CurrentRequest request) {
        if (delegate == null) {
            request.add(verdict);
        }
        delegate = request;
    }

    /** The request behind this holder: not bound to a scope, so that it can be told from any thread. */
    public synchronized CurrentRequest itself() {
        return delegate != null ? delegate : this;
    }

    /** The call as the filter saw it; empty if no filter did. */
    public synchronized Optional<KeyContext> call() {
        return delegate != null ? delegate.call() : Optional.ofNullable(call);
    }

    /** Adds the decisions of one acquisition. */
    public synchronized void add(Verdict later) {
        if (delegate != null) {
            delegate.add(later);
        } else {
            verdict = verdict.plus(later);
        }
    }

    /** All decisions of this request so far. */
    public synchronized Verdict verdict() {
        return delegate != null ? delegate.verdict() : verdict;
    }
}
