package io.headgate.internal.key;

import io.headgate.KeyContext;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One kind, with its name where it has one. Each subject starts with its kind and tells how many parts follow, so subjects
 * of different kinds never meet, and several one after the other can be read back in one way only.
 *
 * @param kind what is named
 * @param name the name in its canonical form; empty where the kind has none
 */
record KeyPart(Kind kind, String name) {

    /** A value longer than this is kept as its digest: what a client sends must not fill the store's memory. */
    private static final int LONGEST_VALUE = 128;

    private static final String DIGEST = "";
    private static final List<String> NO_ADDRESS = List.of(Kind.IP.word(), "");

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyPart that && kind == that.kind && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + name.hashCode();
    }

    Optional<List<String>> subject(KeyContext context, KeySources sources) {
        return switch (kind) {
            case GLOBAL -> Optional.of(List.of(kind.word()));
            case IP -> context.inRequest() ? Optional.of(address(context, sources)) : Optional.empty();
            case USER -> context.user().filter(user -> !user.isBlank()).map(this::value);
            case API_KEY -> sources.apiKeys().find(context).map(this::value);
            case HEADER -> headers(context);
            default -> throw new IllegalStateException(kind + " is refused when the expression is read");
        };
    }

    static List<String> address(KeyContext context, KeySources sources) {
        Optional<String> address = context.peerAddress().flatMap(sources.clientAddress()::normalForm);
        if (address.isEmpty()) {
            sources.onNoAddress().run();
        }
        return address.map(form -> List.of(Kind.IP.word(), form)).orElse(NO_ADDRESS);
    }

    private List<String> value(String value) {
        return value.length() <= LONGEST_VALUE
                ? List.of(kind.word(), value)
                : List.of(kind.word(), DIGEST, Sha256.hex(List.of(value)));
    }

    /** Kind, name, number of values, values; or kind, name, nothing, digest of all values. */
    private Optional<List<String>> headers(KeyContext context) {
        List<String> values =
                context.header(name).stream().filter(value -> !value.isBlank()).toList();
        if (values.isEmpty()) {
            return Optional.empty();
        }
        int characters = values.stream().mapToInt(String::length).sum();
        if (values.size() > LONGEST_VALUE || characters > LONGEST_VALUE) {
            return Optional.of(List.of(kind.word(), name, DIGEST, Sha256.hex(values)));
        }
        String[] parts = new String[values.size() + 3];
        parts[0] = kind.word();
        parts[1] = name;
        parts[2] = Integer.toString(values.size());
        for (int i = 0; i < values.size(); i++) {
            parts[i + 3] = values.get(i);
        }
        return Optional.of(List.of(parts));
    }

    @Override
    public String toString() {
        if (name.isEmpty()) {
            return kind.word();
        }
        return kind.word() + ":" + (KeyParser.isPlain(name) ? name : '"' + name + '"');
    }
}
