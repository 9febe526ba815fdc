package io.headgate.tck.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A response as it came over the wire.
 *
 * @param status the status code
 * @param headers every header line in order, the names in lower case
 * @param body the body, without the framing of chunks
 */
public record Response(int status, List<Map.Entry<String, String>> headers, String body) {

    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final Pattern BODILESS = Pattern.compile("HTTP/1.1 (204|304)");
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *([0-9]+)");
    private static final Pattern CHUNKED = Pattern.compile("(?im)^transfer-encoding: *chunked");
    private static final Pattern LAST_CHUNK = Pattern.compile("(^|\r\n)0\r\n\r\n$");

    /** The values of a header, one per line that was sent. */
    public List<String> all(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equals(name.toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The members of a header that is a list, whether they came on one line or on several. */
    public List<String> members(String name) {
        return all(name).stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::trim)
                .toList();
    }

    /**
     * The value of a header that is sent once.
     *
     * @throws AssertionError if it was sent twice or not at all
     */
    public String one(String name) {
        List<String> values = all(name);
        if (values.size() != 1) {
            throw new AssertionError(name + " was sent " + values.size() + " times in " + this);
        }
        return values.get(0);
    }

    /** The whole number in a header that is sent once. */
    public long number(String name) {
        return Long.parseLong(one(name));
    }

    /** The start line, the headers, and as much of the body as a failure message can bear. */
    @Override
    public String toString() {
        return status + " " + headers + " "
                + body.substring(0, Math.min(body.length(), 200)).trim();
    }

    /** Reads one response. That the connection ends with it is not awaited: Helidon promises that, and leaves it open. */
    static Response read(InputStream in, String method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        read(in, method, bytes);
        return parse(bytes.toByteArray());
    }

    /** Reads one response to a GET, which may not come, or not to its end, before the connection does. */
    static Optional<Response> readIfComplete(InputStream in) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean ended = true;
        try {
            read(in, "GET", bytes);
        } catch (IOException cut) {
            ended = isComplete(bytes.toString(StandardCharsets.ISO_8859_1), "GET");
        }
        boolean begun = bytes.toString(StandardCharsets.ISO_8859_1).contains(END_OF_HEAD);
        return begun && ended ? Optional.of(parse(bytes.toByteArray())) : Optional.empty();
    }

    private static void read(InputStream in, String method, ByteArrayOutputStream bytes) throws IOException {
        byte[] buffer = new byte[8192];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            bytes.write(buffer, 0, count);
            if (isComplete(bytes.toString(StandardCharsets.ISO_8859_1), method)) {
                break;
            }
        }
    }

    private static boolean isComplete(String text, String method) {
        int end = text.indexOf(END_OF_HEAD);
        if (end < 0) {
            return false;
        }
        String body = text.substring(end + END_OF_HEAD.length());
        String head = text.substring(0, end);
        Matcher length = LENGTH.matcher(head);
        return method.equals("HEAD")
                || BODILESS.matcher(head).lookingAt()
                || (length.find() && body.length() >= Integer.parseInt(length.group(1)))
                || (CHUNKED.matcher(head).find() && LAST_CHUNK.matcher(body).find());
    }

    private static Response parse(byte[] bytes) {
        int end = endOfHead(bytes);
        Iterator<String> head =
                new String(bytes, 0, end, StandardCharsets.ISO_8859_1).lines().iterator();
        int status = Integer.parseInt(head.next().split(" ", 3)[1]);
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        while (head.hasNext()) {
            String[] header = head.next().split(":", 2);
            headers.add(Map.entry(header[0].trim().toLowerCase(Locale.ROOT), header[1].trim()));
        }
        byte[] rest = Arrays.copyOfRange(bytes, end + 4, bytes.length);
        boolean chunked = headers.contains(Map.entry("transfer-encoding", "chunked"));
        String body = new String(chunked ? joined(rest) : rest, StandardCharsets.UTF_8);
        return new Response(status, List.copyOf(headers), body);
    }

    private static int endOfHead(byte[] bytes) {
        int end = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(END_OF_HEAD);
        if (end < 0) {
            throw new AssertionError("no response: " + new String(bytes, StandardCharsets.ISO_8859_1));
        }
        return end;
    }

    private static byte[] joined(byte[] chunks) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String text = new String(chunks, StandardCharsets.ISO_8859_1);
        int position = 0;
        while (position < text.length()) {
            int endOfSize = text.indexOf("\r\n", position);
            int size = Integer.parseInt(text.substring(position, endOfSize).trim(), 16);
            if (size == 0) {
                break;
            }
            body.write(chunks, endOfSize + 2, size);
            position = endOfSize + 2 + size + 2;
        }
        return body.toByteArray();
    }
}
