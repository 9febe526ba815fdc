package io.headgate.internal.key;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a part of a key expression can name. */
enum Kind {
    GLOBAL("global", false, true),
    IP("ip", false, true),
    USER("user", false, true),
    API_KEY("api-key", false, true),
    HEADER("header", true, true),
    ROLE("role", true, false),
    COOKIE("cookie", true, false),
    QUERY("query", true, false),
    PATH("path", true, false),
    CLAIM("claim", true, false),
    PARAM("param", true, false),
    BEAN("bean", true, false);

    private final String word;
    private final boolean named;
    private final boolean supported;

    Kind(String word, boolean named, boolean supported) {
        this.word = word;
        this.named = named;
        this.supported = supported;
    }

    String word() {
        return word;
    }

    boolean named() {
        return named;
    }

    boolean supported() {
        return supported;
    }

    static Optional<Kind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Kind::word).toList();
    }

    /** The kinds that can be used, as a message lists them. */
    static String allowed() {
        List<String> words = Arrays.stream(values())
                .filter(Kind::supported)
                .map(kind -> kind.named ? kind.word + ":NAME" : kind.word)
                .toList();
        return String.join(", ", words);
    }
}
