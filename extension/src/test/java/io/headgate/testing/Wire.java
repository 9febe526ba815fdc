package io.headgate.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and a server, and can lose what goes over the connections that there are. */
public final class Wire implements AutoCloseable {

    private static final int CHUNK = 8192;

    private final int to;
    private final ServerSocket entrance;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger generation = new AtomicInteger();

    /** A wire to a port of this machine. */
    public Wire(int to) throws IOException {
        this.to = to;
        this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(() -> {
            while (true) {
                connect(entrance.accept());
            }
        });
    }

    /** The address as Redisson wants it. */
    public String address() {
        return "redis://127.0.0.1:" + entrance.getLocalPort();
    }

    /**
     * From now on the connections that there are stay open and carry nothing, as when a firewall has forgotten them; new ones
     * work.
     */
    public void forget() {
        generation.incrementAndGet();
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), to);
        sockets.add(client);
        sockets.add(server);
        int since = generation.get();
        start(() -> carry(client, server, since));
        start(() -> carry(server, client, since));
    }

    private void carry(Socket from, Socket into, int since) throws IOException {
        byte[] chunk = new byte[CHUNK];
        InputStream in = from.getInputStream();
        OutputStream out = into.getOutputStream();
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
            if (since == generation.get()) {
                out.write(chunk, 0, length);
            }
        }
        into.close();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // One end has gone.
                    }
                },
                "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            entrance.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
