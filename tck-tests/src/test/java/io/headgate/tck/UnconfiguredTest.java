package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.discovery.DiscoveryApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An application that sees no MicroProfile Config, neither its API nor an implementation. */
@Needs(Needs.WITHOUT_CONFIG)
class UnconfiguredTest {

    @Test
    void c08_annotationsCountWithoutMicroProfileConfigAndTheLogSaysThatNothingElseDoes() throws Exception {
        try (ServerProcess server = ServerProcess.start(
                Deployments.toFile(Deployments.application("unconfigured")
                        .addPackage(DiscoveryApplication.class.getPackage())
                        .addAsWebInfResource(
                                "unconfigured/jboss-deployment-structure.xml", "jboss-deployment-structure.xml")),
                Map.of())) {
            Client client = Client.of(server.port());

            assertCountsDown(Windows.inOneMinute(() -> client.fromFreshAddress().get("/api/bean", 2)), 1);
            assertCountsDown(Windows.inOneMinute(() -> client.fromFreshAddress().get("/api/scoped", 3)), 2);
            assertThat(server.output().lines().filter(line -> line.contains("HG0003")))
                    .as(server.output())
                    .hasSize(1);
        }
    }
}
