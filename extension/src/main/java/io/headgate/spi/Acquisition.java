package io.headgate.spi;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One question to the store: all policies that apply to a call. They are charged together or not at all.
 *
 * @param requests one per policy, in the order in which the decisions are wanted; at least one
 * @param nonce a random number that makes the entries of this acquisition unique in a log
 */
public record Acquisition(List<PermitRequest> requests, long nonce) {

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if there is no request
     */
    public Acquisition {
        requests = List.copyOf(requests);
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("an acquisition asks for at least one policy");
        }
    }

    /** An acquisition with a nonce of its own. */
    public static Acquisition of(List<PermitRequest> requests) {
        return new Acquisition(requests, ThreadLocalRandom.current().nextLong());
    }

    /** An acquisition of one policy. */
    public static Acquisition of(PermitRequest request) {
        return of(List.of(request));
    }
}
