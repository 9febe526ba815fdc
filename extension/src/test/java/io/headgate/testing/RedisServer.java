package io.headgate.testing;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/** A real Redis server on a free port of this machine, without persistence, in a folder below {@code target}. */
public final class RedisServer implements AutoCloseable {

    private static final int START_SECONDS = 30;
    private static final int ATTEMPTS = 3;

    /** How far the port for other nodes of a cluster is above that for clients. */
    private static final int BUS = 10_000;

    private static final int MOST_PORT = 65_535;

    private final Path binary;
    private final List<String> settings;
    private final int port;
    private final Path folder;
    private Process process;
    private Resp resp;

    private RedisServer(Path binary, List<String> settings, int port) throws IOException {
        this.binary = binary;
        this.settings = settings;
        this.port = port;
        this.folder = Files.createTempDirectory(folder(), "server-");
        this.process = launch();
        this.resp = new Resp(port);
    }

    /** The server that all tests of this JVM share; it ends with the JVM. */
    public static RedisServer shared() {
        return Embedded.SHARED;
    }

    /** The server that is installed on this machine, or the shared one where there is none. */
    public static RedisServer installedOrShared() {
        return Installed.SHARED;
    }

    /** A server of the test's own, with settings as on the command line. */
    public static RedisServer start(String... settings) {
        return start(Embedded.BINARY, List.of(settings));
    }

    /** A server of the test's own, at a port that was free. */
    public static RedisServer startAt(int port) {
        try {
            return new RedisServer(Embedded.BINARY, List.of(), port);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start at port " + port, e);
        }
    }

    /** A port that is free now. */
    public static int aPort() {
        try {
            return freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A Redis 2.8, which is older than what is needed. */
    public static RedisServer old() {
        try (InputStream resource = RedisServer.class.getResourceAsStream("/redis-server-2.8.19")) {
            Path binary = Files.createTempFile(folder(), "redis-server-", "");
            Files.copy(Objects.requireNonNull(resource, "the build unpacks it"), binary, REPLACE_EXISTING);
            if (!binary.toFile().setExecutable(true)) {
                throw new IOException("cannot be made executable: " + binary);
            }
            return start(binary, List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Another process may have taken the port since it was found free: then at another one. */
    private static RedisServer start(Path binary, List<String> settings) {
        for (int attempt = 1; ; attempt++) {
            try {
                return new RedisServer(binary, settings, freePort());
            } catch (IOException e) {
                if (attempt == ATTEMPTS || !String.valueOf(e.getMessage()).contains("Address already in use")) {
                    throw new UncheckedIOException("cannot start " + binary, e);
                }
            }
        }
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** The address as Redisson wants it. */
    public String address() {
        return "redis://127.0.0.1:" + port;
    }

    /** A connection for the test's own commands. */
    public Resp resp() {
        return resp;
    }

    /** Removes all keys. */
    public void clear() {
        resp.call("FLUSHALL");
    }

    /** All keys, found by SCAN. */
    public Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        String cursor = "0";
        do {
            List<?> page = resp.list("SCAN", cursor, "COUNT", "1000");
            cursor = String.valueOf(page.get(0));
            ((List<?>) page.get(1)).forEach(key -> keys.add(String.valueOf(key)));
        } while (!cursor.equals("0"));
        return keys;
    }

    /** All that it keeps, a line for each key with all of its values. */
    public String content() {
        StringBuilder content = new StringBuilder();
        for (String key : keys()) {
            String value =
                    switch (resp.text("TYPE", key)) {
                        case "string" -> resp.text("GET", key);
                        case "hash" -> resp.text("HGETALL", key);
                        case "zset" -> resp.text("ZRANGE", key, "0", "-1");
                        default -> "";
                    };
            content.append(key).append(' ').append(value).append('\n');
        }
        return content.toString();
    }

    /** How often a command was called since the last {@code CONFIG RESETSTAT}. */
    public long calls(String command) {
        return resp.text("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_" + command + ":calls="))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^:]*:calls=([0-9]+),.*", "$1")))
                .sum();
    }

    /** Lets it save where its folder no longer is, as on a disk that broke: from then on nothing may be written. */
    public void cannotSave() throws IOException {
        resp.call("CONFIG", "SET", "save", "3600 1");
        resp.call("SET", "dirty", "1");
        Files.delete(folder);
        resp.call("BGSAVE");
        Await.until(() -> resp.text("INFO", "persistence").contains("rdb_last_bgsave_status:err"));
    }

    /** Stops the process where it is, as a busy machine or a debugger would. */
    public void freeze() {
        signal("-STOP");
    }

    /** Lets it go on. */
    public void thaw() {
        signal("-CONT");
    }

    /** Ends it and starts it again, empty, at the same port. */
    public void restart() throws IOException {
        stop();
        startAgain();
    }

    /** Ends it, as a crash would. */
    public void stop() {
        end();
    }

    /** A new connection for the test's own commands: a server that is given another role may cut off whoever is there. */
    public void connectAgain() throws IOException {
        resp.close();
        resp = new Resp(port);
    }

    /** Starts it after {@link #stop()}, at the same port and with what it has saved, which is nothing but a cluster's nodes. */
    public void startAgain() throws IOException {
        process = launch();
        resp = new Resp(port);
    }

    @Override
    public void close() {
        end();
    }

    private void end() {
        resp.close();
        awaitEnd(process.destroyForcibly());
    }

    private void signal(String signal) {
        try {
            Process kill = new ProcessBuilder("kill", signal, String.valueOf(process.pid())).start();
            if (awaitEnd(kill) != 0) {
                throw new IllegalStateException("kill " + signal + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** On the caller's thread: {@code onExit} needs one of the common pool, all of which a test may have in use. */
    private static int awaitEnd(Process process) {
        try {
            if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a process did not end");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Process launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                binary.toString(), "--port", String.valueOf(port), "--bind", "127.0.0.1", "--dir", folder.toString()));
        command.addAll(List.of("--save", "", "--appendonly", "no"));
        command.addAll(settings);
        Process launched = new ProcessBuilder(command).redirectErrorStream(true).start();
        Runtime.getRuntime().addShutdownHook(new Thread(launched::destroyForcibly));
        BufferedReader output =
                new BufferedReader(new InputStreamReader(launched.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.append(line).append('\n');
            if (line.toLowerCase(Locale.ROOT).contains("ready to accept connections")) {
                swallow(output);
                return launched;
            }
        }
        throw new IOException("the server ended:\n" + said);
    }

    /** A server whose output nobody reads stands still once the pipe is full. */
    private static void swallow(BufferedReader output) {
        Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "redis-output");
        reader.setDaemon(true);
        reader.start();
    }

    private static int freePort() throws IOException {
        for (int port = 0; ; ) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = socket.getLocalPort();
            }
            if (isFreeForTheBus(port + BUS)) {
                return port;
            }
        }
    }

    /** A node of a cluster listens at a second port too. */
    private static boolean isFreeForTheBus(int port) {
        if (port > MOST_PORT) {
            return false;
        }
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static Path folder() throws IOException {
        return Files.createDirectories(Path.of("target", "redis").toAbsolutePath());
    }

    /** The binary that the test's JAR carries. */
    private static final class Embedded {
        static final Path BINARY = unpack();
        static final RedisServer SHARED = RedisServer.start(BINARY, List.of());

        private static Path unpack() {
            try {
                File folder = Files.createTempDirectory(folder(), "binary-").toFile();
                return ExecutableProvider.newJarResourceProvider(folder).get().toPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The binary that this machine has on its path. */
    private static final class Installed {
        static final RedisServer SHARED = find().map(binary -> RedisServer.start(binary, List.of()))
                .orElseGet(() -> {
                    System.out.println("no redis-server on the PATH: its tests run against the one of the test's JAR");
                    return Embedded.SHARED;
                });

        private static Optional<Path> find() {
            return Stream.of(Optional.ofNullable(System.getenv("PATH"))
                            .orElse("")
                            .split(File.pathSeparator, -1))
                    .map(folder -> Path.of(folder, "redis-server"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }
}
