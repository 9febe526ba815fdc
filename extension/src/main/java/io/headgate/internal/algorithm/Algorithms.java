package io.headgate.internal.algorithm;

import io.headgate.Algorithm;
import java.util.Set;

/** Temporary. */
public final class Algorithms {
    private Algorithms() {}

    /** Temporary. */
    public static Set<Algorithm> supported() {
        return Set.of(Algorithm.SLIDING_WINDOW, Algorithm.FIXED_WINDOW);
    }
}
