package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The arithmetic of each limit, computed once. Forgets all of them where limits are made up at run time. */
public final class Arithmetics {

    private static final int MOST = 10_000;

    private final ConcurrentMap<Limit, Arithmetic> byLimit = new ConcurrentHashMap<>();

    /** The arithmetic of {@link Algorithms#of}. */
    public Arithmetic of(Limit limit) {
        Arithmetic known = byLimit.get(limit);
        if (known != null) {
            return known;
        }
        if (byLimit.size() >= MOST) {
            byLimit.clear();
        }
        return byLimit.computeIfAbsent(limit, Algorithms::of);
    }
}
