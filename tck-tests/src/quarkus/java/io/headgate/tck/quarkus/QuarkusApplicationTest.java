package io.headgate.tck.quarkus;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.tck.applications.ExternalApplication;
import io.headgate.tck.discovery.Clock;
import io.headgate.tck.discovery.WallClock;
import io.headgate.tck.quarkus.listed.CompleteApplication;
import io.headgate.tck.quarkus.listed.ListedApplication;
import io.headgate.tck.quarkus.listed.ListedResource;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Applications that list their classes: Quarkus takes one of them. */
class QuarkusApplicationTest {

    @Test
    void aSecondApplicationClassIsRefusedByTheBuild() {
        File two = Deployments.toFile(Deployments.application("two", Clock.class, WallClock.class)
                .addPackage(ExternalApplication.class.getPackage()));

        assertThatThrownBy(() -> ServerProcess.start(two, Map.of())).hasMessageContaining("More than one Application");
    }

    @Test
    void b01_anApplicationThatListsItsClassesIsWarnedIfItLeavesOutHeadgate() {
        File listed = application(ListedApplication.class);

        try (ServerProcess server = ServerProcess.start(listed, Map.of())) {
            assertThat(server.output()).contains("HG0012: no request is limited");
        }
    }

    @Test
    void b01_anApplicationThatListsItsClassesIsLimitedIfHeadgateIsAmongThem() throws Exception {
        File listed = application(CompleteApplication.class);

        try (ServerProcess server = ServerProcess.start(listed, Map.of())) {
            assertThat(server.output()).contains("HG0001").doesNotContain("HG0012");
            List<Response> responses = Windows.inOneMinute(
                    () -> Client.of(server.port()).fromFreshAddress().get("/complete/orders", 2));
            assertCountsDown(responses, 1);
        }
    }

    private static File application(Class<?> application) {
        return Deployments.toFile(Deployments.application("listed", application, ListedResource.class));
    }
}
