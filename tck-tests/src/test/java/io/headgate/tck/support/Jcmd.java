package io.headgate.tck.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks a running JVM by the JDK's own tool. */
final class Jcmd {

    private static final long PATIENCE_SECONDS = 60;

    private Jcmd() {}

    static String ask(long pid, String... command) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
        line.add(Long.toString(pid));
        line.addAll(List.of(command));
        try {
            Path answer = Files.createTempFile(Server.directory(), "jcmd-", ".txt");
            try {
                run(line, answer);
                return Files.readString(answer, StandardCharsets.UTF_8);
            } finally {
                Files.delete(answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(line.toString(), e);
        }
    }

    private static void run(List<String> line, Path answer) throws IOException {
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile())
                .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("no answer to " + line);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(line + " failed: " + Files.readString(answer, StandardCharsets.UTF_8));
        }
    }
}
