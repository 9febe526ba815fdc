package io.headgate.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Talks to a Redis server without any library, for what a test wants to see or do behind a store's back. */
public final class Resp implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    /** Connects to a port of this machine. */
    public Resp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** The reply to a command: a Long, a String (bytes as ISO-8859-1), a List, or null. */
    public synchronized @Nullable Object call(Object... command) {
        try {
            send(command);
            return reply();
        } catch (IOException e) {
            throw new UncheckedIOException(command[0].toString(), e);
        }
    }

    /** A reply that is a number. */
    public long number(Object... command) {
        Object reply = call(command);
        if (reply instanceof Long number) {
            return number;
        }
        throw new IllegalStateException(command[0] + " answers " + reply);
    }

    /** A reply that is text. */
    public String text(Object... command) {
        return String.valueOf(call(command));
    }

    /** A reply that is a list. */
    public List<?> list(Object... command) {
        return (List<?>) Objects.requireNonNull(call(command));
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(Object... command) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ascii("*" + command.length + "\r\n"));
        for (Object part : command) {
            byte[] bytes = part instanceof byte[] raw ? raw : part.toString().getBytes(StandardCharsets.UTF_8);
            out.writeBytes(ascii("$" + bytes.length + "\r\n"));
            out.writeBytes(bytes);
            out.writeBytes(ascii("\r\n"));
        }
        socket.getOutputStream().write(out.toByteArray());
    }

    private @Nullable Object reply() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> throw new IllegalStateException(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> several(Integer.parseInt(rest));
            default -> throw new IOException("not a reply: " + line);
        };
    }

    private List<@Nullable Object> several(int size) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(reply());
        }
        return list;
    }

    private @Nullable String bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        String text = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        line();
        return text;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
