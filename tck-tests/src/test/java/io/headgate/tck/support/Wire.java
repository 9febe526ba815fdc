package io.headgate.tck.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends bytes as they are, however little they look like HTTP, and takes what comes. */
public final class Wire {

    private final int port;
    private final Duration patience;

    /** To this port of 127.0.0.1. */
    public Wire(int port, Duration patience) {
        this.port = port;
        this.patience = patience;
    }

    /**
     * One connection for one request.
     *
     * @param source the loopback address that the server sees
     * @return empty if the server ended the connection without a response
     * @throws AssertionError if it neither answered nor ended the connection in time
     */
    public Optional<Response> exchange(String source, byte[] request) {
        long begin = System.nanoTime();
        Optional<Response> response;
        try (Socket socket = new Socket()) {
            // A server may read no further and not tell: then writing has no time-out.
            CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> close(socket));
            socket.bind(new InetSocketAddress(InetAddress.getByName(source), 0));
            socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            write(socket, request);
            response = Response.readIfComplete(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (System.nanoTime() - begin >= patience.toNanos()) {
            throw new AssertionError("no end within " + patience + ", but " + response);
        }
        return response;
    }

    /** A server may have answered before it read all. */
    private static void write(Socket socket, byte[] request) {
        try {
            socket.getOutputStream().write(request);
        } catch (IOException refused) {
            // What it answered, if anything, can be read all the same.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
