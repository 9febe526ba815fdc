package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.Windows;
import io.headgate.tck.tolerant.TolerantApplication;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Limits together with MicroProfile Fault Tolerance: they are outside of it. */
@ExtendWith(ArquillianExtension.class)
@Needs(Needs.FAULT_TOLERANCE)
@RunAsClient
class FaultToleranceTest {

    @ArquillianResource
    URL url;

    @Deployment(testable = false)
    static WebArchive application() {
        return Deployments.application("tolerant").addPackage(TolerantApplication.class.getPackage());
    }

    @Test
    void a23_theCallersAddressIsCountedThoughTheMethodRunsOnAnotherThread() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            List<Response> ofBoth = new ArrayList<>(requests(client(), "elsewhere", 3));
            ofBoth.addAll(requests(client(), "elsewhere", 3));
            return ofBoth;
        });

        assertCountsDown(responses.subList(0, 3), 2);
        assertCountsDown(responses.subList(3, 6), 2);
    }

    @Test
    void a24_retriesPayOnceAndARefusalIsNotRetried() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> requests(client(), "failing", 3));

        assertThat(responses)
                .extracting(Response::body)
                .containsExactly("failed, attempts 4", "failed, attempts 4", "refused, attempts 0");
        assertThat(responses)
                .extracting(response -> response.number("X-RateLimit-Remaining"))
                .containsExactly(1L, 0L, 0L);
    }

    @Test
    void a30_aFallbackMethodIsLimitedOnlyWhereCallsOnThisAre() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> requests(client(), "broken", 3));

        if (Server.interceptsCallsOnThis()) {
            assertCountsDown(responses, 1);
        } else {
            assertThat(responses).extracting(Response::status).containsOnly(200);
            assertThat(responses).extracting(Response::body).containsOnly("instead");
        }
    }

    private Client client() {
        return Client.of(url).fromFreshAddress();
    }

    private List<Response> requests(Client client, String path, int times) {
        return client.get(url.getPath() + "api/tolerant/" + path, times);
    }
}
