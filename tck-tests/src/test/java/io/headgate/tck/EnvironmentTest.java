package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Windows;
import java.net.URL;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The example, untouched, in an environment that changes two limits: see the surefire execution of the same name. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
@Tag("environment")
class EnvironmentTest {

    @ArquillianResource
    URL url;

    @Deployment(testable = false)
    static WebArchive example() {
        return Deployments.example();
    }

    @Test
    void c01_aVariableChangesAnAnnotationsMember() throws Exception {
        List<Response> responses =
                Windows.inOneMinute(() -> Client.of(url).fromFreshAddress().get("/api/search", 4));

        assertCountsDown(responses, 3);
    }

    @Test
    void c02_aVariableChangesAConfiguredPolicy() throws Exception {
        List<Response> responses =
                Windows.inOneMinute(() -> Client.of(url).fromFreshAddress().get("/api/hello", 7));

        assertCountsDown(responses, 5);
    }
}
