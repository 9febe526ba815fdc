package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.enterprise.EnterpriseApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Windows;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Limits on enterprise beans, within their transactions and timers, and on managed threads. */
@ExtendWith(ArquillianExtension.class)
@Needs(Needs.ENTERPRISE_BEANS)
@RunAsClient
class EnterpriseTest {

    private static final int PATIENCE_SECONDS = 30;

    @ArquillianResource
    URL url;

    @Deployment(testable = false)
    static WebArchive application() {
        return Deployments.application("enterprise").addPackage(EnterpriseApplication.class.getPackage());
    }

    @Test
    @Needs(Needs.MANAGED_THREADS)
    void a23_theCallersAddressIsCountedThoughTheMethodRunsOnAManagedThread() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> {
            List<Response> ofBoth = new ArrayList<>(requests("courier", 3));
            ofBoth.addAll(requests("courier", 3));
            return ofBoth;
        });

        assertCountsDown(responses.subList(0, 3), 2);
        assertCountsDown(responses.subList(3, 6), 2);
    }

    @Test
    void a26_aResourceThatIsAnEnterpriseBeanIsLimited() throws Exception {
        assertCountsDown(Windows.inOneMinute(() -> requests("counter", 2)), 1);
    }

    @Test
    void a26_aRefusalOfAnEnterpriseBeanIsAnsweredLikeAnyOther() throws Exception {
        assertCountsDown(Windows.inOneMinute(() -> requests("teller", 2)), 1);
    }

    @Test
    void a26_aRefusalDoesNotEndTheCallersTransaction() throws Exception {
        List<Response> responses = Windows.inOneMinute(() -> requests("teller/transaction", 1));

        assertThat(responses).extracting(Response::body).containsExactly("paid refused active");
    }

    @Test
    void a32_callsOfATimerShareACounter() {
        String results = "";
        for (int i = 0; results.isEmpty() && i < PATIENCE_SECONDS; i++) {
            Windows.pause(Duration.ofSeconds(1));
            results = requests("teller/timer", 1).get(0).body();
        }

        assertThat(results).isEqualTo("struck refused");
    }

    private List<Response> requests(String path, int times) {
        return Client.of(url).fromFreshAddress().get(url.getPath() + "api/" + path, times);
    }
}
