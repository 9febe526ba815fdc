package io.headgate.internal.key;

import io.headgate.KeyContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Names who is counted. Alternatives stand between {@code |}, and the first that has a value counts; the parts of an
 * alternative stand between {@code +}, and all of them must have one. A part is a kind, some with a name: {@code user |
 * header:X-Tenant + ip}. Two expressions are equal if they mean the same.
 *
 * @param alternatives the parts of each alternative
 */
public record KeyExpression(List<List<KeyPart>> alternatives) {

    private static final List<String> OUTSIDE_REQUESTS = List.of("outside requests");

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException if the text is no key expression, or names a kind that this version does not
     *     support; the message names cause, position and cure
     */
    public static KeyExpression parse(String text) {
        return new KeyExpression(new KeyParser(text).alternatives());
    }

    /** The parts of the subject that the first alternative with a value gives; empty where none has one. */
    public Optional<List<String>> subject(KeyContext context, KeySources sources) {
        for (List<KeyPart> alternative : alternatives) {
            Optional<List<String>> subject = subject(alternative, context, sources);
            if (subject.isPresent()) {
                return subject;
            }
        }
        return Optional.empty();
    }

    private static Optional<List<String>> subject(List<KeyPart> alternative, KeyContext context, KeySources sources) {
        if (alternative.size() == 1) {
            return alternative.get(0).subject(context, sources);
        }
        List<String> all = new ArrayList<>();
        for (KeyPart part : alternative) {
            Optional<List<String>> subject = part.subject(context, sources);
            if (subject.isEmpty()) {
                return Optional.empty();
            }
            all.addAll(subject.get());
        }
        return Optional.of(all);
    }

    /** Whether the value depends on the API key that the caller sends. */
    public boolean reliesOnApiKey() {
        return alternatives.stream().flatMap(List::stream).anyMatch(part -> part.kind() == Kind.API_KEY);
    }

    /**
     * Who is counted where an annotated policy's key has no value: the client's address, outside a request one subject
     * that all calls share.
     */
    public static List<String> fallback(KeyContext context, KeySources sources) {
        return context.inRequest() ? KeyPart.address(context, sources) : OUTSIDE_REQUESTS;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyExpression that && alternatives.equals(that.alternatives);
    }

    @Override
    public int hashCode() {
        return alternatives.hashCode();
    }

    /** The expression in its canonical form, which reads back as an equal one. */
    @Override
    public String toString() {
        return alternatives.stream()
                .map(parts -> parts.stream().map(KeyPart::toString).collect(Collectors.joining(" + ")))
                .collect(Collectors.joining(" | "));
    }
}
