package io.headgate.internal.key;

/** What a header may be called: a token of RFC 9110, section 5.6.2. */
public final class HeaderNames {

    private static final String MARKS = "!#$%&'*+-.^_`|~";
    private static final int LONGEST = 256;

    private HeaderNames() {}

    /** Whether a request can carry a header of this name. */
    public static boolean isValid(String name) {
        return !name.isEmpty() && name.length() <= LONGEST && name.chars().allMatch(HeaderNames::isTokenCharacter);
    }

    private static boolean isTokenCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
    }
}
