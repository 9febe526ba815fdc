package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.declared.DeclaredApplication;
import io.headgate.tck.declared.OwnSource;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Windows;
import java.io.IOException;
import java.net.URL;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A WAR whose {@code beans.xml} names Headgate's interceptor, and that has a source of configuration of its own. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class DeclaredTest {

    @ArquillianResource
    URL url;

    @Deployment(testable = false)
    static WebArchive application() {
        return Deployments.application("declared")
                .addPackage(DeclaredApplication.class.getPackage())
                .addAsWebInfResource("declared/beans.xml", "beans.xml")
                .addAsServiceProvider(ConfigSource.class, OwnSource.class);
    }

    @Test
    void a15_a16_anInterceptorThatBeansXmlNamesTooRunsOncePerCall() throws Exception {
        assertCountsDown(requests("bean", 3), 2);
    }

    @Test
    void c09_aSourceOfConfigurationInTheArchiveIsHeard() throws Exception {
        assertCountsDown(requests("configured", 2), 1);
    }

    @Test
    void f11_aMonthlyQuotaComesBackWithTheMonthOfTheConfiguredZone() {
        Response response = Client.of(url).fromFreshAddress().get(url.getPath() + "api/declared/monthly");

        ZonedDateTime reset =
                Instant.ofEpochSecond(response.number("X-RateLimit-Reset")).atZone(ZoneId.of("Pacific/Auckland"));
        assertThat(reset).isEqualTo(reset.toLocalDate().withDayOfMonth(1).atStartOfDay(reset.getZone()));
        assertThat(Instant.now().until(reset, ChronoUnit.DAYS)).isBetween(0L, 31L);
        assertThat(response.number("X-RateLimit-Remaining")).isEqualTo(2);
    }

    @Test
    void c08_theJarHasNoClassesButItsOwn() throws IOException {
        try (ZipFile jar = new ZipFile(System.getProperty("headgate.jar"))) {
            List<String> classes = jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .toList();

            assertThat(classes).isNotEmpty().allMatch(name -> name.startsWith("io/headgate/"));
        }
    }

    private List<Response> requests(String path, int times) throws Exception {
        return Windows.inOneMinute(
                () -> Client.of(url).fromFreshAddress().get(url.getPath() + "api/declared/" + path, times));
    }
}
