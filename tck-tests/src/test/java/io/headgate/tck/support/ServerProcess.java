package io.headgate.tck.support;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server of its own with one application, for tests that need another environment, several servers at once, or a
 * deployment that is refused. It has ports and a folder of its own, listens on the loopback interface only, and ends with
 * {@link #close()}, its children included.
 */
public final class ServerProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]+)}");

    private final Map<String, String> values = new HashMap<>();
    private final Queue<String> output = new ConcurrentLinkedQueue<>();
    private final CountDownLatch settled = new CountDownLatch(1);
    private final Pattern started = Pattern.compile(Server.requiredProperty("started"));
    private final Path directory;
    private final Process process;
    private final Thread endWithTests = new Thread(this::end, "end of a server");

    private ServerProcess(File war, Map<String, String> environment) throws IOException {
        directory = Files.createTempDirectory(Server.directory(), "process-");
        values.put("directory", directory.toString());
        values.put("war", war.getAbsolutePath());
        prepare();
        process = start(environment);
        Thread reader = new Thread(this::read, "output of server " + process.pid());
        reader.setDaemon(true);
        reader.start();
        Runtime.getRuntime().addShutdownHook(endWithTests);
    }

    /**
     * Starts a server and waits until it says that it is up, or ends. Whether it took the application is for the caller to
     * ask.
     *
     * @param war the application
     * @param environment variables on top of this process's own
     */
    public static ServerProcess start(File war, Map<String, String> environment) {
        try {
            ServerProcess server = new ServerProcess(war, environment);
            try {
                server.awaitSettled();
            } catch (RuntimeException | Error e) {
                server.close();
                throw e;
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start a server", e);
        }
    }

    /** The port of its HTTP listener on 127.0.0.1. */
    public int port() {
        return Integer.parseInt(value("port.http"));
    }

    /** All that it wrote to its console so far. */
    public String output() {
        return String.join("\n", output);
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends this process and its children, and removes its folder. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(endWithTests);
        end();
        delete(directory);
    }

    private void end() {
        List<ProcessHandle> family = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        family.forEach(ProcessHandle::destroy);
        family.forEach(ServerProcess::awaitEnd);
    }

    private void prepare() throws IOException {
        if (Server.property("copy.from").isPresent()) {
            copy(Path.of(property("copy.from")), Path.of(property("copy.to")));
        }
        if (Server.property("deploy.to").isPresent()) {
            Path target = Path.of(property("deploy.to"));
            Files.createDirectories(target.getParent());
            Files.copy(Path.of(value("war")), target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Process start(Map<String, String> environment) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : Server.requiredProperty("arguments").split("\\s+", -1)) {
            command.add(filled(argument));
        }
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (started.matcher(line).find()) {
                    settled.countDown();
                }
            }
        } catch (IOException e) {
            output.add(e.toString());
        } finally {
            settled.countDown();
        }
    }

    private void awaitSettled() {
        try {
            if (!settled.await(START.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("not up after " + START + ":\n" + output());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void awaitEnd(ProcessHandle handle) {
        handle.onExit()
                .completeOnTimeout(handle, STOP.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        if (handle.isAlive()) {
            handle.destroyForcibly();
            handle.onExit().orTimeout(STOP.toMillis(), TimeUnit.MILLISECONDS).join();
        }
    }

    private String property(String name) {
        return filled(Server.requiredProperty(name));
    }

    /** The text with its placeholders replaced: {directory}, {war}, {port.NAME}, else a system property of this process. */
    private String filled(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(match -> Matcher.quoteReplacement(value(match)));
    }

    private String value(MatchResult placeholder) {
        return value(placeholder.group(1));
    }

    private String value(String name) {
        return values.computeIfAbsent(
                name, key -> key.startsWith("port.") ? Integer.toString(freePort()) : systemProperty(key));
    }

    private static String systemProperty(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("server.properties names {" + name + "}, which nobody set");
        }
        return value;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted((one, other) -> other.compareTo(one)).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove what a server left", e);
        }
    }
}
