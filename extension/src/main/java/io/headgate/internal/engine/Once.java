package io.headgate.internal.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers what was said, so that it is said once for each topic. Topics are policies, listeners or methods, which are few. */
final class Once {

    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /** Whether this topic comes up for the first time. */
    boolean first(String topic) {
        return !said.contains(topic) && said.add(topic);
    }
}
