package io.headgate.tck.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP/1.1 client that chooses its own source address and shows every header line. Each test can so be an address that
 * nobody has counted yet: Linux and Windows accept all of 127.0.0.0/8 as source on the loopback interface, without setup.
 * One connection per request, always to 127.0.0.1.
 */
public final class Client {

    /** How long it waits for a connection, and then for each part of an answer. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private final int port;
    private final Optional<String> source;
    private final List<String> headers;

    private Client(int port, Optional<String> source, List<String> headers) {
        this.port = port;
        this.source = source;
        this.headers = headers;
    }

    /** A client of the server behind this URL, of which only the port counts: some adapters name an outer address. */
    public static Client of(URL server) {
        return of(server.getPort());
    }

    /** A client of the server at this port of 127.0.0.1. */
    public static Client of(int port) {
        return new Client(port, Optional.empty(), List.of());
    }

    /** The same with a loopback address that no client of this process had before. */
    public Client fromFreshAddress() {
        int number = ADDRESSES.getAndIncrement();
        return from("127.1." + (number / 250 + 1) + "." + (number % 250 + 1));
    }

    /** The same with this loopback address. */
    public Client from(String address) {
        return new Client(port, Optional.of(address), headers);
    }

    /** The same with one more header line. */
    public Client with(String name, String value) {
        List<String> more = new ArrayList<>(headers);
        more.add(name + ": " + value);
        return new Client(port, source, List.copyOf(more));
    }

    /** The same with credentials of the Basic scheme. */
    public Client as(String user, String password) {
        byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return with("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }

    /** The address that the server sees. */
    public String address() {
        return source.orElse("127.0.0.1");
    }

    /** Where a path is, for another kind of client. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** One GET. */
    public Response get(String path) {
        return send("GET", path);
    }

    /** So many GETs, one after the other. */
    public List<Response> get(String path, int times) {
        List<Response> responses = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            responses.add(get(path));
        }
        return responses;
    }

    /** One request without a body. */
    public Response send(String method, String path) {
        if (!path.startsWith("/")) {
            throw new AssertionError("no application is at " + path + ": the server's output tells why it was refused");
        }
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(address()), 0));
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.connect(new InetSocketAddress(loopback(), port), (int) PATIENCE.toMillis());
            socket.getOutputStream().write(request(method, path).getBytes(StandardCharsets.US_ASCII));
            return Response.read(socket.getInputStream(), method);
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path + " at port " + port, e);
        }
    }

    private static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private String request(String method, String path) {
        List<String> lines = new ArrayList<>();
        lines.add(method + " " + path + " HTTP/1.1");
        lines.add("Host: 127.0.0.1:" + port);
        lines.add("Connection: close");
        lines.addAll(headers);
        return String.join("\r\n", lines) + "\r\n\r\n";
    }
}
