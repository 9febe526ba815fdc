package io.headgate.internal.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a key expression from left to right. Positions in messages count from 1. */
final class KeyParser {

    private static final int LONGEST = 1000;
    private static final String EXAMPLE = "; an example: user | header:X-Tenant + ip";
    private static final String BLANKS = " \t\r\n";
    private static final String WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

    private final String text;
    private int at;

    KeyParser(String text) {
        this.text = text;
    }

    static boolean isPlain(String name) {
        return name.chars().allMatch(c -> WORD.indexOf(c) >= 0);
    }

    List<List<KeyPart>> alternatives() {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "key expression has " + text.length() + " characters, allowed are " + LONGEST);
        }
        if (text.isBlank()) {
            throw new IllegalArgumentException("key expression is empty" + EXAMPLE);
        }
        List<List<KeyPart>> alternatives = new ArrayList<>();
        do {
            alternatives.add(alternative());
        } while (accept('|'));
        if (at < text.length()) {
            throw mistake("expected '|', '+' or the end, but found " + found(), at);
        }
        return List.copyOf(alternatives);
    }

    private List<KeyPart> alternative() {
        List<KeyPart> parts = new ArrayList<>();
        do {
            parts.add(part());
        } while (accept('+'));
        return List.copyOf(parts);
    }

    private KeyPart part() {
        skipBlanks();
        int start = at;
        String word = word();
        if (word.isEmpty()) {
            throw mistake("expected a kind, but found " + found() + "; kinds are " + Kind.allowed(), at);
        }
        Kind kind = kind(word, start);
        boolean colon = accept(':');
        if (colon && !kind.named()) {
            throw mistake("'" + word + "' takes no name, write it without ':'", at - 1);
        }
        if (!colon && kind.named()) {
            throw mistake("'" + word + "' needs a name, as in " + word + ":X-Tenant", start);
        }
        return new KeyPart(kind, colon ? headerName() : "");
    }

    private Kind kind(String word, int start) {
        Kind kind = Kind.of(word)
                .orElseThrow(() -> mistake(
                        "unknown kind " + Wording.quote(word) + ", kinds are " + Kind.allowed()
                                + Wording.didYouMean(word, Kind.words()),
                        start));
        if (!kind.supported()) {
            throw mistake(
                    "kind '" + word + "' is not supported by this version, supported are " + Kind.allowed(), start);
        }
        return kind;
    }

    private String headerName() {
        skipBlanks();
        int start = at;
        String name = at < text.length() && text.charAt(at) == '"' ? quoted() : word();
        if (name.isEmpty()) {
            throw mistake("expected the name of a header, but found " + found(), start);
        }
        if (!HeaderNames.isValid(name)) {
            throw mistake("no header can have the name " + Wording.quote(name), start);
        }
        return name.toLowerCase(Locale.ROOT);
    }

    private String quoted() {
        int end = text.indexOf('"', at + 1);
        if (end < 0) {
            throw mistake("the quoted name has no end, add '\"'", at);
        }
        String name = text.substring(at + 1, end);
        at = end + 1;
        return name;
    }

    private String word() {
        int start = at;
        while (at < text.length() && WORD.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private boolean accept(char wanted) {
        skipBlanks();
        boolean there = at < text.length() && text.charAt(at) == wanted;
        at += there ? 1 : 0;
        return there;
    }

    private void skipBlanks() {
        while (at < text.length() && BLANKS.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private String found() {
        return at < text.length() ? Wording.quote(text.substring(at, at + 1)) : "the end";
    }

    private IllegalArgumentException mistake(String what, int position) {
        return new IllegalArgumentException(
                what + " (position " + (position + 1) + " of the key expression " + Wording.quote(text) + ")");
    }
}
