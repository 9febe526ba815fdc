package io.headgate.internal.store.redis;

import io.headgate.Algorithm;
import io.headgate.internal.algorithm.Algorithms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The text of the script: the frame, and in it one part for each algorithm. Lines of comment stay here: Redis keeps the text,
 * and Redisson shows its beginning in exceptions.
 */
final class Script {

    private static final String TITLE = "-- Headgate\n";
    private static final String PLACE = "--@algorithms@\n";
    private static final Pattern COMMENTS = Pattern.compile("(?ms)^--\\[\\[.*?\\]\\]\n|^ *--[^\n]*\n");

    private Script() {}

    /** Puts it together. The text is always the same, and so is its hash. */
    static String assemble() {
        StringBuilder parts = new StringBuilder();
        for (Algorithm algorithm : Algorithms.supported()) {
            String file = algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".lua";
            parts.append("makers.").append(algorithm).append(" = function()\n");
            parts.append(resource(file)).append("end\n\n");
        }
        String text = resource("frame.lua").replace(PLACE, parts);
        return TITLE + COMMENTS.matcher(text).replaceAll("");
    }

    /** What is asked of an {@code RRateLimiter} and not of Redisson. */
    static String ofLimiters() {
        return TITLE + COMMENTS.matcher(resource("rate-limiter.lua")).replaceAll("");
    }

    private static String resource(String name) {
        try (InputStream stream = Script.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the JAR lacks " + name + " beside " + Script.class.getName());
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
