package io.headgate.testing;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The threads that Headgate and its client may have: those that are new since this was made. */
public final class Threads {

    private static final List<String> NAMES = List.of("headgate-", "redisson", "netty", "globalEventExecutor");

    private final Set<Thread> before = all().collect(Collectors.toSet());

    /** The names of those that live. */
    public Set<String> names() {
        return all().filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> NAMES.stream().anyMatch(name::startsWith))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Thread> all() {
        return Thread.getAllStackTraces().keySet().stream();
    }
}
