package io.headgate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.ServerProcess;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A wrong value stops the deployment, and whoever reads the log can repair all mistakes in one go. */
class BrokenConfigurationTest {

    private static final Pattern WARNING = Pattern.compile("\\b(WARN|WARNING|ERROR|SEVERE)\\b|CWNEN[0-9]+W");

    @Test
    void twoMistakesStopTheDeploymentAndAreReportedTogether() {
        Map<String, String> environment =
                Map.of("RATELIMIT_POLICY_ADDRESSES_LIMIT", "abc", "RATELIMIT_POLICY_GLOBAL_WINDOW", "soon");

        try (ServerProcess server = ServerProcess.start(Deployments.exampleFile(), environment)) {
            assertThat(server.output())
                    .containsPattern("ratelimit\\.policy\\.addresses\\.limit = 'abc' \\(from Env[\\w ]+\\)")
                    .containsPattern("ratelimit\\.policy\\.global\\.window = 'soon' \\(from Env[\\w ]+\\)");
            assertThat(answers(server)).as("the application answers").isFalse();
        }
    }

    @Test
    void withoutMistakesTheSameServerAnswersAndSaysNothingAgainstHeadgate() {
        Map<String, String> environment = Map.of("RATELIMIT_POLICY_ADDRESSES_LIMIT", "7");

        try (ServerProcess server = ServerProcess.start(Deployments.exampleFile(), environment)) {
            Response response = Client.of(server.port()).get("/api/hello");
            assertThat(response.status()).as(server.output()).isEqualTo(200);
            assertThat(response.number("X-RateLimit-Limit")).isEqualTo(7);
            assertThat(server.output().lines())
                    .as("what the server says against Headgate's classes")
                    .noneMatch(line -> WARNING.matcher(line).find() && line.contains("io.headgate.internal"));
        }
    }

    private static boolean answers(ServerProcess server) {
        try {
            return Client.of(server.port()).get("/api/hello").status() == 200;
        } catch (UncheckedIOException nobodyListens) {
            return false;
        }
    }
}
