package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;

import io.headgate.tck.discovery.DiscoveryApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Windows;
import java.net.URL;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Headgate in the libraries of an enterprise archive: in another module than the application, with another class loader. */
@ExtendWith(ArquillianExtension.class)
@Needs(Needs.ENTERPRISE_ARCHIVES)
@RunAsClient
class EnterpriseArchiveTest {

    @ArquillianResource
    URL url;

    @Deployment(testable = false)
    static EnterpriseArchive application() {
        return Deployments.enterprise("modules", DiscoveryApplication.class.getPackage());
    }

    @Test
    void a29_aBeanIsLimited() throws Exception {
        assertLimited("bean", 1);
    }

    @Test
    void a29_aResourceThatIsABeanIsLimited() throws Exception {
        assertLimited("scoped", 2);
    }

    @Test
    void a29_aResourceThatIsNoBeanIsLimited() throws Exception {
        assertLimited("scopeless", 1);
    }

    private void assertLimited(String path, int limit) throws Exception {
        assertCountsDown(
                Windows.inOneMinute(
                        () -> Client.of(url).fromFreshAddress().get(url.getPath() + "api/" + path, limit + 1)),
                limit);
    }
}
