package io.headgate.tck;

import io.headgate.tck.json.JsonApplication;
import io.headgate.tck.support.Deployments;
import io.headgate.testing.RedisServer;
import java.net.URL;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application with all of Headgate in one file counts in Redis, and speaks JSON-B with nothing set for that. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class AllInOneTest {

    @ArquillianResource
    URL url;

    @Deployment(testable = false)
    static WebArchive application() {
        return Deployments.countingIn(
                RedisServer.shared(), Deployments.allInOne("all", JsonApplication.class.getPackage()));
    }

    @Test
    void namesAreThoseOfJsonBAndCountersAreInRedis() throws Exception {
        GaugeCheck.assertNamesOfJsonBAndCountersInRedis(url);
    }
}
