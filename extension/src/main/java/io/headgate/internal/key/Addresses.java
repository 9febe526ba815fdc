package io.headgate.internal.key;

import java.util.Arrays;
import java.util.Optional;

/**
 * Reads address literals strictly, bit by bit: four decimal numbers without leading zeros (RFC 6943, section 3.1.1), or
 * the forms of RFC 4291, section 2.2. Nothing is looked up. What another reader might take for a different address is no
 * address here.
 */
final class Addresses {

    private static final int GROUPS = 8;

    private Addresses() {}

    /** The four bytes of an IPv4 literal. */
    static Optional<byte[]> ipv4(String text) {
        String[] numbers = text.split("\\.", -1);
        if (numbers.length != 4) {
            return Optional.empty();
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            int number = number(numbers[i], 3, 10);
            if (number < 0 || number > 255 || (numbers[i].length() > 1 && numbers[i].charAt(0) == '0')) {
                return Optional.empty();
            }
            bytes[i] = (byte) number;
        }
        return Optional.of(bytes);
    }

    /** The sixteen bytes of an IPv6 literal, without brackets and zone. */
    static Optional<byte[]> ipv6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            int[] groups = groups(text);
            return groups.length == GROUPS ? Optional.of(bytes(groups)) : Optional.empty();
        }
        String left = text.substring(0, gap);
        String right = text.substring(gap + 2);
        int[] before = groups(left);
        int[] after = groups(right);
        boolean readable = (left.isEmpty() || before.length > 0) && (right.isEmpty() || after.length > 0);
        // What stands left of the gap cannot end with an IPv4 address.
        if (!readable || left.contains(".") || before.length + after.length >= GROUPS) {
            return Optional.empty();
        }
        int[] all = Arrays.copyOf(before, GROUPS);
        System.arraycopy(after, 0, all, GROUPS - after.length, after.length);
        return Optional.of(bytes(all));
    }

    /** Sixteen bits each; none where the text is not one group after the other. */
    private static int[] groups(String text) {
        String[] words = text.split(":", -1);
        int[] none = {};
        int[] groups = new int[GROUPS];
        int count = 0;
        for (int i = 0; i < words.length; i++) {
            boolean last = i == words.length - 1;
            Optional<byte[]> tail = last && words[i].contains(".") ? ipv4(words[i]) : Optional.empty();
            int needed = tail.isPresent() ? 2 : 1;
            int group = number(words[i], 4, 16);
            if (count + needed > GROUPS || (tail.isEmpty() && group < 0)) {
                return none;
            }
            if (tail.isPresent()) {
                groups[count] = pair(tail.get(), 0);
                groups[count + 1] = pair(tail.get(), 2);
            } else {
                groups[count] = group;
            }
            count += needed;
        }
        return Arrays.copyOf(groups, count);
    }

    /** The number, or -1 where the text is none of 1 to {@code longest} digits. */
    static int number(String text, int longest, int radix) {
        if (text.isEmpty() || text.length() > longest) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, radix) : -1;
            if (digit < 0) {
                return -1;
            }
            number = number * radix + digit;
        }
        return number;
    }

    private static byte[] bytes(int[] groups) {
        byte[] bytes = new byte[2 * GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            bytes[2 * i] = (byte) (groups[i] >> 8);
            bytes[2 * i + 1] = (byte) groups[i];
        }
        return bytes;
    }

    private static int pair(byte[] bytes, int first) {
        return (bytes[first] & 0xff) << 8 | (bytes[first + 1] & 0xff);
    }

    /** {@code 192.0.2.1}. */
    static String textOfIpv4(byte[] bytes) {
        return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
    }

    /** {@code 2001:db8::1}, as RFC 5952 writes it. */
    static String textOfIpv6(byte[] bytes) {
        int[] gap = longestRunOfZeros(bytes);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == gap[0]) {
                text.append("::");
                i += gap[1] - 1;
            } else {
                String colon = text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":";
                text.append(colon).append(Integer.toHexString(pair(bytes, 2 * i)));
            }
        }
        return text.toString();
    }

    /** Where the first longest run of at least two zero groups starts, and its length; -1 where there is none. */
    private static int[] longestRunOfZeros(byte[] bytes) {
        int[] longest = {-1, 1};
        int run = 0;
        for (int i = 0; i < GROUPS; i++) {
            run = pair(bytes, 2 * i) == 0 ? run + 1 : 0;
            if (run > longest[1]) {
                longest = new int[] {i - run + 1, run};
            }
        }
        return longest;
    }
}
