package io.headgate.tck.attack;

import io.headgate.testing.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes requests up. Each has a mark in all that it says, by which it is known wherever it turns up, and is somebody whom
 * none before was.
 */
public final class Attacker {

    /** What must not turn up. */
    public static final String MARK = "hunter2";

    /** A header and a message that somebody would like to add to responses and logs. */
    public static final String INJECTED = "X-Injected";

    /** The number of a message of Headgate's, of an outage that there is not. */
    public static final String FAKED = "HG0022";

    private static final int LONGEST_TEXT = 600;
    private static final int KILO = 1024;

    private static final Map<String, String> PATHS = Map.of(
            "X-Tenant", "tenant",
            "X-Api-Key", "key",
            "X-User", "user",
            "X-Forwarded-For", "hops",
            "X-Visitor", "free");

    private static final List<String> HEADERS = PATHS.keySet().stream().sorted().toList();

    /** All of these are allowed in the value of a header. */
    private static final List<String> PIECES = List.of(
            "%0d%0a" + INJECTED + ": yes",
            "\\r\\n" + FAKED + ": fake",
            "\t" + FAKED + ": fake",
            "${jndi:ldap://127.0.0.1:1/a}",
            "#{7*7}",
            "{0}{}%s%n%x",
            "<script>alert(1)</script>",
            "'; DROP TABLE limits; --",
            "{tag}",
            "ratelimit:v1:",
            "*3 $3 SET",
            "../../etc/passwd",
            "for=\"[",
            "[::1%25eth0]:99999",
            "for=\"_hidden\\",
            "\"",
            "\\",
            ",",
            ";",
            "=",
            "*",
            "(((",
            "%",
            "%00",
            "&#0;",
            "true",
            "null",
            "-1",
            "a".repeat(200),
            ",".repeat(200));

    /** As bytes of UTF-8, a line separator, a next line, half a pair, an overlong zero and a mark of direction; and no UTF-8. */
    private static final List<String> BEYOND_ASCII = List.of(
            "\u00E2\u0080\u00A8",
            "\u00C2\u0085",
            "\u00ED\u00A0\u0080",
            "\u00C0\u0080",
            "\u00E2\u0080\u00AE",
            "\u0080\u00FF\u00FE");

    private static final List<String> HOPS = List.of(
            "for=192.0.2.1",
            "for=\"[2001:db8::1]\"",
            "for=\"[2001:db8::1%eth0]:65536\"",
            "for=\"[2001:db8::1",
            "for=]",
            "for=\"\\",
            "for=unknown;by=_x;proto=gopher;host=\"\"",
            "192.0.2.1",
            "192.0.2.1:0",
            "256.256.256.256",
            "0177.1",
            "::ffff:127.0.0.1",
            "[::]",
            "fe80::1%25" + "z".repeat(100),
            "127.0.0.1",
            ";;;=,",
            "");

    private static final List<String> NAMED_TYPES = List.of(
            "application/json", "application/problem+json", "text/plain", "TEXT/Plain", "text/*", "*/*", "image/png");

    private static final List<String> NO_TYPES = List.of(
            ";;;",
            "/",
            "text/",
            "/plain",
            "text",
            "*/plain",
            "text/plain;q=x",
            "text/plain;q=-1",
            "text/plain;q=9999999999999999999999",
            "text/plain;q=0.00000000000000000000001",
            "text/plain;=;=",
            "text/plain;a=\"",
            "text/plain;charset=" + MARK,
            "\"\"",
            ",",
            ",".repeat(2 * KILO),
            "a/b/c/d",
            "\u00FF/\u0080",
            "te xt/pl ain");

    private final Random random;
    private final String name;
    private int made;

    /** With a generator and subjects of its own. */
    public Attacker(String name) {
        this.random = Seed.random("attacker " + name);
        this.name = name;
    }

    /**
     * What RFC 9110 allows, in ASCII and in less than four kilobytes: who sends it is one subject of the policy behind its
     * path.
     */
    public Attempt wellFormed() {
        return wellFormed("");
    }

    /** What RFC 9110 lets a server take as it is, and asks nobody to send. */
    public Attempt beyondAscii() {
        return wellFormed(pick(BEYOND_ASCII) + (char) (0x80 + random.nextInt(0x80)) + ".");
    }

    private Attempt wellFormed(String end) {
        String header = pick(HEADERS);
        List<String> lines = new ArrayList<>(
                switch (random.nextInt(5)) {
                    case 0 -> List.of(header + ": " + subject() + end, header + ": " + subject());
                    case 1 -> List.of(header + ":", header + ": " + subject() + end, header + ": \t ");
                    case 2 -> List.of(inAnyCase(header) + ":" + subject() + end);
                    default -> List.of(header + ": " + subject() + end);
                });
        for (int noises = random.nextInt(3); noises > 0; noises--) {
            lines.add(random.nextInt(lines.size() + 1), noise());
        }
        return new Attempt(PATHS.get(header), List.copyOf(lines));
    }

    /** What RFC 9110 allows, and says nothing about the sender that counts. */
    public Attempt anonymous() {
        String path = random.nextBoolean() ? "ip" : "tenant";
        return new Attempt(
                path,
                List.of(
                        "X-Tenant: ",
                        "Forwarded: " + hops(1 + random.nextInt(10)),
                        "X-Forwarded-For: " + hops(1 + random.nextInt(10)),
                        "X-Real-IP: " + pick(HOPS),
                        noise()));
    }

    /** Wants an answer of types that there are, or are not. */
    public Attempt acceptsTypes() {
        String types = IntStream.rangeClosed(0, random.nextInt(6))
                .mapToObj(i -> (random.nextInt(4) == 0 ? MARK + "/" + MARK : pick(NAMED_TYPES))
                        + pick(List.of("", ";q=0.1", ";q=0.999", "; q=1.000", ";charset=utf-8")))
                .collect(Collectors.joining(pick(List.of(",", ", ", " , "))));
        return new Attempt("closed", List.of("Accept: " + types, "X-Tenant: " + subject(), noise()));
    }

    /** Wants an answer of something that is no type. */
    public Attempt acceptsNonsense() {
        return new Attempt(
                "closed", List.of("Accept: " + pick(NO_TYPES), "X-Tenant: " + subject(), "Origin: " + text()));
    }

    /** What is no HTTP: the server may read it in its way, or not at all. */
    public Attempt malformed() {
        String header = pick(HEADERS);
        String value = header + ": " + mark();
        String line =
                switch (random.nextInt(14)) {
                    case 0, 1 -> value + bytes(1 + random.nextInt(200));
                    case 2 -> value + '\0' + MARK;
                    case 3 -> value + '\r' + INJECTED + ": " + MARK;
                    case 4 -> value + '\n' + INJECTED + ": " + MARK;
                    case 5 -> value + "\r\n " + INJECTED + ": " + MARK;
                    case 6 -> value + '\n' + FAKED + ": fake";
                    case 7 -> header + " : " + mark();
                    case 8 -> header + mark();
                    case 9 -> ": " + mark();
                    case 10 -> header + "\0: " + mark();
                    case 11 -> header + "\u00E9\u00FF{}: " + mark();
                    case 12 -> ' ' + value;
                    default -> value + (char) random.nextInt(' ') + '\u007F' + "\u001B[31m" + FAKED;
                };
        return new Attempt(PATHS.get(header), List.of(line));
    }

    /** What is HTTP, but more than most servers read. */
    public Attempt huge() {
        String header = pick(HEADERS);
        List<String> lines =
                switch (random.nextInt(6)) {
                    case 0 -> List.of(header + ": " + mark() + "x".repeat((8 + random.nextInt(64)) * KILO));
                    case 1 -> List.of(header + ": " + mark() + "x".repeat(KILO * KILO));
                    case 2 -> Collections.nCopies(100 + random.nextInt(2000), header + ": " + mark());
                    case 3 -> List.of(header + ": " + mark(), "Forwarded: " + hops(10_000));
                    case 4 -> List.of(header + ": " + mark(), "x".repeat(10 * KILO) + ": " + MARK);
                    default ->
                        List.of(header + ": " + mark(), "Accept: text/plain" + ("," + MARK + "/x").repeat(10 * KILO));
                };
        return new Attempt(PATHS.get(header), lines);
    }

    /** Of about this many bytes, all in one header. */
    public Attempt ofBytes(int bytes) {
        return new Attempt("tenant", List.of("X-Tenant: " + mark() + "x".repeat(bytes)));
    }

    private String noise() {
        return switch (random.nextInt(5)) {
            case 0 -> "Forwarded: " + hops(1 + random.nextInt(5));
            case 1 -> "Origin: " + text();
            case 2 -> FAKED + ": fake " + MARK;
            case 3 -> "User-Agent: " + text();
            default -> "X-Noise-" + random.nextInt(100) + "~!#$%&'*+^_`|: " + text();
        };
    }

    private String mark() {
        made++;
        return MARK + "-" + name + "-" + made;
    }

    private String subject() {
        return mark() + text();
    }

    /** Allowed as a value, and ends with what no server takes for white space. */
    private String text() {
        StringBuilder text = new StringBuilder(MARK);
        for (int pieces = random.nextInt(8); pieces > 0; pieces--) {
            text.append(random.nextInt(3) == 0 ? String.valueOf(allowed()) : pick(PIECES));
        }
        return text.substring(0, Math.min(text.length(), LONGEST_TEXT)) + ".";
    }

    private char allowed() {
        char c = (char) (' ' + random.nextInt(0x80 - ' '));
        return c == '\u007F' ? '\t' : c;
    }

    private String bytes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> String.valueOf((char) random.nextInt(0x100)))
                .collect(Collectors.joining());
    }

    private String hops(int count) {
        return MARK + IntStream.range(0, count).mapToObj(i -> ", " + pick(HOPS)).collect(Collectors.joining()) + ";";
    }

    private String inAnyCase(String header) {
        return header.chars()
                .mapToObj(c -> String.valueOf((char) (random.nextBoolean() ? c : Character.toUpperCase(c))))
                .collect(Collectors.joining());
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
