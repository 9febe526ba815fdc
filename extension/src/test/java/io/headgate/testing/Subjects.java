package io.headgate.testing;

import java.util.List;

/** Subjects for tests. */
public final class Subjects {

    private Subjects() {}

    /** Subjects that some joining or cutting of their parts would make equal. */
    public static List<List<String>> alikeButDifferent(String longToken) {
        return List.of(
                List.of("a", "bc"),
                List.of("ab", "c"),
                List.of("abc"),
                List.of("a", "b", "c"),
                List.of("a:b", "c"),
                List.of("a", "b:c"),
                List.of("", "abc"),
                List.of("abc", ""),
                List.of("user", "127.0.0.1"),
                List.of("ip", "127.0.0.1"),
                List.of("header", longToken + "1"),
                List.of("header", longToken + "2"));
    }
}
