package io.headgate.tck.support;

import io.headgate.tck.clock.WrongClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The environment of a process whose clock is ahead: by libfaketime where it is installed, so that nothing in the process
 * knows the right time, else by {@link WrongClock}, for Headgate alone.
 */
public final class ClockAhead {

    private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

    private ClockAhead() {}

    /** Variables for a process whose clock is this far ahead. */
    public static Map<String, String> by(Duration ahead) {
        return library()
                .map(library -> Map.of("LD_PRELOAD", library.toString(), "FAKETIME", "+" + ahead.toSeconds()))
                .orElseGet(() -> Map.of(WrongClock.VARIABLE, ahead.toString()));
    }

    private static Optional<Path> library() {
        return Stream.of("/usr/lib", "/usr/lib64", "/usr/local/lib")
                .map(Path::of)
                .filter(Files::isDirectory)
                .flatMap(folder -> Stream.concat(Stream.of(folder), foldersIn(folder).stream()))
                .map(folder -> folder.resolve(LIBRARY))
                .filter(Files::isReadable)
                .findFirst();
    }

    private static List<Path> foldersIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isDirectory).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
