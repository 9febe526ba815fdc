package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import io.headgate.tck.undiscovered.UndiscoveredApplication;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A WAR whose {@code beans.xml} says that it has no beans. */
@Needs(Needs.RESOURCES_WITHOUT_BEANS)
class UndiscoveredTest {

    @Test
    void a21_whereCdiLooksForNoBeansResourcesAreLimitedOrTheLogSaysThatTheyAreNot() throws Exception {
        File war = Deployments.toFile(Deployments.application("undiscovered")
                .addPackage(UndiscoveredApplication.class.getPackage())
                .addAsWebInfResource("undiscovered/beans.xml", "beans.xml"));

        try (ServerProcess server = ServerProcess.start(war, Map.of())) {
            Client client = Client.of(server.port());
            List<Response> responses =
                    Windows.inOneMinute(() -> client.fromFreshAddress().get("/api/undiscovered", 2));

            boolean limited = Server.servesCdiForLibrariesAlone();
            assertThat(limited || server.says("HG0013")).as(server.output()).isTrue();
            assertThat(server.output().lines().filter(line -> line.contains("HG0013")))
                    .as(server.output())
                    .hasSize(limited ? 0 : 1);
            if (limited) {
                assertCountsDown(responses, 1);
            } else {
                assertThat(responses).extracting(Response::body).containsOnly("undiscovered");
            }
        }
    }
}
