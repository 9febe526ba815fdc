package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static io.headgate.tck.support.RateLimitAssert.assertDenied;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.applications.ExternalApplication;
import io.headgate.tck.discovery.Clock;
import io.headgate.tck.discovery.WallClock;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Crowd;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Windows;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two applications in one WAR that list their resources and know nothing of Headgate's filters. */
@ExtendWith(ArquillianExtension.class)
@Needs(Needs.SEVERAL_APPLICATIONS)
@RunAsClient
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ApplicationsTest {

    private static final int ORDERS = 10;

    @ArquillianResource
    URL url;

    Client server;
    String root;

    @Deployment(testable = false)
    static WebArchive applications() {
        return Deployments.application("applications", Clock.class, WallClock.class)
                .addPackage(ExternalApplication.class.getPackage());
    }

    @BeforeEach
    void findTheServer() {
        server = Client.of(url);
        root = url.getPath();
    }

    @Test
    @Order(1)
    void b03_theFirstRequestsOfBothApplicationsAreCountedThoughTheyComeAtOnce() throws Exception {
        List<List<Response>> responses = Windows.inOneMinute(() -> {
            Client client = server.fromFreshAddress();
            return Crowd.atOnce(
                    50, 50, () -> List.of(client.get(root + "int/orders"), client.get(root + "ext/orders")));
        });

        assertTenPass(responses.stream().map(both -> both.get(0)).toList());
        assertTenPass(responses.stream().map(both -> both.get(1)).toList());
    }

    @Test
    void b01_anApplicationThatListsItsClassesIsLimitedToo() throws Exception {
        for (String application : List.of("int", "ext")) {
            List<Response> responses =
                    Windows.inOneMinute(() -> server.fromFreshAddress().get(root + application + "/orders/first", 2));

            assertCountsDown(responses, 1);
        }
    }

    @Test
    void a18_aListedResourceIsLimitedWhereItsInterfaceHasTheJaxRsAnnotations() throws Exception {
        List<Response> responses =
                Windows.inOneMinute(() -> server.fromFreshAddress().get(root + "ext/clock/now", 2));

        assertCountsDown(responses, 1);
    }

    private static void assertTenPass(List<Response> responses) {
        List<Response> passed = new ArrayList<>(responses);
        passed.removeIf(response -> response.status() != 200);
        assertThat(passed)
                .extracting(response -> response.number("X-RateLimit-Remaining"))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, ORDERS).boxed().toList());
        responses.stream().filter(response -> response.status() != 200).forEach(denied -> assertDenied(denied, ORDERS));
    }
}
