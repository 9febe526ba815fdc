package io.headgate.tck.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server of its own with one application, for tests that need another environment, several servers at once, a deployment
 * that is refused, or many deployments. It has ports and a folder of its own, listens on the loopback interface only, and
 * ends with {@link #close()}, its children included.
 */
public final class ServerProcess implements AutoCloseable {

    /** It may have to fetch what it builds with. */
    private static final Duration PREPARE = Duration.ofMinutes(10);

    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration DEPLOY = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final String WITH_APPLICATION = "arguments";
    private static final String WITH_NEIGHBOUR = "arguments.neighbour";

    private final Placeholders values;
    private final ProcessOutput prepared = new ProcessOutput();
    private final ProcessOutput output = new ProcessOutput();
    private final Server server;
    private final Path directory;
    private final Process process;
    private boolean started;
    private final Thread endWithTests = new Thread(this::end, "end of a server");

    private ServerProcess(Server server, String arguments, File war, Map<String, String> environment)
            throws IOException {
        this.server = server;
        directory = Files.createTempDirectory(Server.directory(), "process-");
        values = new Placeholders(Map.of("directory", directory.toString(), "war", war.getAbsolutePath()));
        furnish(arguments, war);
        if (server.property("prepare").isPresent()) {
            prepare();
        }
        process = start(arguments, environment);
        read(process, output);
        Runtime.getRuntime().addShutdownHook(endWithTests);
    }

    private static Thread read(Process process, ProcessOutput output) {
        Thread reader = new Thread(() -> output.read(process.getInputStream()), "output of server " + process.pid());
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    private void furnish(String arguments, File war) throws IOException {
        if (server.property("copy.from").isPresent()) {
            Folders.copy(Path.of(property("copy.from")), Path.of(property("copy.to")));
        }
        if (server.property("change.in").isPresent()) {
            Folders.change(Path.of(property("change.in")), property("change.from"), property("change.to"));
        }
        if (server.property("deploy.to").isPresent()) {
            Files.createDirectories(Path.of(property("deploy.to")).getParent());
        }
        if (arguments.equals(WITH_NEIGHBOUR)) {
            Path neighbour = Path.of(property("neighbour"));
            Files.createDirectories(neighbour.getParent());
            Files.copy(war.toPath(), neighbour);
        } else {
            placeApplication(war);
        }
    }

    /**
     * Starts the server under test and waits until it says that it is up, or ends. Whether it took the application is for
     * the caller to ask.
     *
     * @param war the application
     * @param environment variables on top of this process's own
     */
    public static ServerProcess start(File war, Map<String, String> environment) {
        return start(Server.underTest(), war, environment);
    }

    /** Starts this server like {@link #start(File, Map)} the one under test. */
    public static ServerProcess start(Server server, File war, Map<String, String> environment) {
        return start(server, WITH_APPLICATION, war, environment);
    }

    /**
     * Starts the server under test with an application at {@code /neighbour} that stays, beside others which {@link #deploy}
     * brings.
     */
    public static ServerProcess startWithNeighbour(File neighbour, Map<String, String> environment) {
        return start(Server.underTest(), WITH_NEIGHBOUR, neighbour, environment);
    }

    private static ServerProcess start(Server kind, String arguments, File war, Map<String, String> environment) {
        try {
            ServerProcess server = new ServerProcess(kind, arguments, war, environment);
            try {
                server.started = server.await("started", 0, START);
            } catch (RuntimeException | Error e) {
                server.close();
                throw e;
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start a server", e);
        }
    }

    /** Deploys an application at the context root and waits until the server says that it did. */
    public void deploy(File war) {
        int before = output.size();
        try {
            if (server.property("deploy.to").isPresent()) {
                placeApplication(war);
            } else {
                tell("deploy " + war.getAbsolutePath());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot deploy", e);
        }
        expect("deployed", before);
    }

    /** Takes the application away and waits until the server says that it did. */
    public void undeploy() {
        int before = output.size();
        try {
            if (server.property("deploy.to").isPresent()) {
                Files.delete(Path.of(property("deploy.to")));
            } else {
                tell("undeploy");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot undeploy", e);
        }
        expect("undeployed", before);
    }

    private void expect(String event, int from) {
        if (!await(event, from, DEPLOY)) {
            throw new AssertionError("not " + event + ":\n" + output);
        }
    }

    private boolean await(String event, int from, Duration patience) {
        return output.await(Pattern.compile(server.requiredProperty(event)), from, patience);
    }

    private void tell(String command) throws IOException {
        process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** What the JVM's own tool {@code jcmd} says about this process. */
    public String jcmd(String... command) {
        return Jcmd.ask(process.pid(), command);
    }

    /** The port of its HTTP listener on 127.0.0.1. */
    public int port() {
        return Integer.parseInt(values.get("port.http"));
    }

    /**
     * Waits until it has said something on one line; false if it ended before.
     *
     * @throws AssertionError if it runs and says nothing of that
     */
    public boolean says(String something) {
        return output.await(Pattern.compile(Pattern.quote(something)), 0, PATIENCE);
    }

    /** All that it wrote to its console so far, and before that what prepared it. */
    public String output() {
        return prepared + "\n" + output;
    }

    /** Whether it said that it was up; if not, it ended. */
    public boolean isStarted() {
        return started;
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Tells this process to end, and waits until it has; one that does not is killed in the end. */
    public void stop() {
        end();
    }

    /** Ends this process and its children, and removes its folder. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(endWithTests);
        end();
        Folders.delete(directory);
    }

    private void end() {
        List<ProcessHandle> family = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        family.forEach(ProcessHandle::destroy);
        family.forEach(ServerProcess::awaitEnd);
    }

    /** Not seen by the server before it is complete. */
    private void placeApplication(File war) throws IOException {
        if (server.property("deploy.to").isPresent()) {
            Path complete = Files.copy(war.toPath(), directory.resolve("application.war"));
            Files.move(complete, Path.of(property("deploy.to")), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** What some servers do with an application before they can start: a process of its own, which must succeed. */
    private void prepare() throws IOException {
        Process preparation = java("prepare").start();
        try {
            Thread reader = read(preparation, prepared);
            boolean ended = preparation.waitFor(PREPARE.toMillis(), TimeUnit.MILLISECONDS);
            preparation.destroyForcibly();
            reader.join();
            if (!ended || preparation.waitFor() != 0) {
                throw new IllegalStateException("the application was refused, or took too long:\n" + prepared);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            preparation.destroyForcibly();
        }
    }

    private Process start(String arguments, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = java(server.property(arguments).isPresent() ? arguments : WITH_APPLICATION);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private ProcessBuilder java(String arguments) {
        List<String> command = new ArrayList<>();
        command.add(server.javaHome().resolve(Path.of("bin", "java")).toString());
        for (String argument : server.requiredProperty(arguments).split("\\s+", -1)) {
            command.add(values.fill(argument));
        }
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        server.propertiesBelow("environment.")
                .forEach((name, value) -> builder.environment().put(name, values.fill(value)));
        return builder;
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
        return values.fill(server.requiredProperty(name));
    }
}
