package io.headgate.spi;

import io.headgate.Decision;

/**
 * Hears every decision. Called on the deciding thread: must be quick and must not block. A decision names its policy and
 * never its subject.
 */
@FunctionalInterface
public interface DecisionListener {

    /**
     * One policy was decided.
     *
     * @param decision the policy's own answer
     * @param admitted whether the acquisition as a whole passed
     */
    void decided(Decision decision, boolean admitted);
}
