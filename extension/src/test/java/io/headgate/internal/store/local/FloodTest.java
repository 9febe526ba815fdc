package io.headgate.internal.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process with 64 MB survives an attacker who rotates names, and nobody gets quota back by that. */
class FloodTest {

    @Test
    @Timeout(120)
    void f13_memoryIsBoundedAndAnExhaustedSubjectStaysExhausted() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Flood.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(said.lines())
                    .as(said)
                    .contains(
                            "after the flood: at most 100000: true",
                            "admitted again: 0",
                            "a few windows later: 1"); // the exhausted one
        } finally {
            process.destroyForcibly();
        }
    }
}
