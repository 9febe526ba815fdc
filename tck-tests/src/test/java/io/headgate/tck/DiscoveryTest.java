package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertAllowed;
import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static io.headgate.tck.support.RateLimitAssert.assertHeaders;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.discovery.DiscoveryApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.Windows;
import java.net.URL;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A WAR that has nothing but its classes and Headgate's JAR: what is limited there is found without any help. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class DiscoveryTest {

    @ArquillianResource
    URL url;

    Client server;
    String root;

    @Deployment(testable = false)
    static WebArchive application() {
        return Deployments.application("discovery").addPackage(DiscoveryApplication.class.getPackage());
    }

    @BeforeEach
    void findTheServer() {
        server = Client.of(url);
        root = url.getPath();
    }

    @Test
    void a14_aBeanIsLimitedInAnArchiveWithoutBeansXml() throws Exception {
        assertCountsDown(twice("api/bean"), 1);
    }

    @Test
    void a18_aResourceIsLimitedWhereItsInterfaceHasTheJaxRsAnnotations() throws Exception {
        List<Response> responses = twice("api/clock/now");

        int unpublished = Server.statusOfInterfaceResource();
        if (unpublished == 200) {
            assertCountsDown(responses, 1);
        } else {
            assertThat(responses).extracting(Response::status).containsOnly(unpublished);
        }
    }

    @Test
    void a19_aLimitIsInheritedTogetherWithTheJaxRsAnnotations() throws Exception {
        assertCountsDown(twice("api/described/kept"), 1);
    }

    @Test
    void a19_ownJaxRsAnnotationsEndTheInheritance() throws Exception {
        assertThat(twice("api/described/replaced")).allSatisfy(response -> {
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.all("X-RateLimit-Limit")).isEmpty();
        });
    }

    @Test
    void a20_aResourceWithoutAScopeIsLimited() throws Exception {
        assertCountsDown(twice("api/scopeless"), 1);
    }

    @Test
    void b14_headIsCountedWithGet() throws Exception {
        List<Response> responses = asOne(
                client -> List.of(client.get(root + "api/verbs/get"), client.send("HEAD", root + "api/verbs/get")));

        assertAllowed(responses.get(0), 1, 0);
        Response head = responses.get(1);
        assertThat(head.status()).isEqualTo(429);
        assertHeaders(head, 1, 0);
        assertThat(head.number("Retry-After")).isPositive();
        assertThat(head.body()).isEmpty();
    }

    @Test
    void b15_aPreflightIsFree() throws Exception {
        List<Response> responses = asOne(client -> List.of(
                preflight(client, "GET").send("OPTIONS", root + "api/verbs/get"), client.get(root + "api/verbs/get")));

        assertFree(responses.get(0));
        assertAllowed(responses.get(1), 1, 0);
    }

    @Test
    void b15_anAutomaticOptionsIsFree() throws Exception {
        List<Response> responses = asOne(
                client -> List.of(client.send("OPTIONS", root + "api/verbs/get"), client.get(root + "api/verbs/get")));

        assertFree(responses.get(0));
        assertAllowed(responses.get(1), 1, 0);
    }

    private static void assertFree(Response options) {
        assertThat(options.status()).as("status of %s", options).isIn(Server.statusesOfAutomaticOptions());
        assertThat(options.all("X-RateLimit-Limit")).isEmpty();
    }

    @Test
    void b15_anOptionsMethodOfTheApplicationIsLimitedExceptForPreflights() throws Exception {
        List<Response> responses = asOne(client -> {
            String path = root + "api/verbs/options";
            return List.of(
                    preflight(client, "OPTIONS").send("OPTIONS", path),
                    client.send("OPTIONS", path),
                    client.send("OPTIONS", path),
                    preflight(client, "OPTIONS").send("OPTIONS", path));
        });

        assertThat(responses).extracting(Response::status).containsExactly(204, 204, 429, 204);
    }

    @Test
    void b18_aResourceThatIsABeanIsCountedOnce() throws Exception {
        assertCountsDown(asOne(client -> client.get(root + "api/scoped", 3)), 2);
    }

    @Test
    void metricsCountTheAnswersWhereTheServerHasThem() throws Exception {
        List<Response> responses = asOne(client -> client.get(root + "api/scoped/measured", 3));
        assertCountsDown(responses, 1);

        Optional<String> path = Server.metricsPath();
        if (path.isPresent()) {
            List<String> lines = server.get(path.get()).body().lines().toList();
            assertThat(calls(lines, "allowed")).isEqualTo(1);
            assertThat(calls(lines, "denied")).isEqualTo(2);
        } else {
            assertThat(server.get("/metrics").status())
                    .as("metrics of this server")
                    .isEqualTo(404);
        }
    }

    private List<Response> twice(String path) throws Exception {
        return asOne(client -> client.get(root + path, 2));
    }

    private List<Response> asOne(Function<Client, List<Response>> requests) throws Exception {
        return Windows.inOneMinute(() -> requests.apply(server.fromFreshAddress()));
    }

    private static Client preflight(Client client, String method) {
        return client.with("Origin", "https://app.example").with("Access-Control-Request-Method", method);
    }

    private static double calls(List<String> lines, String result) {
        return lines.stream()
                .filter(line -> line.startsWith("ratelimit_calls_total{"))
                .filter(line -> line.contains("policy=\"measured\"") && line.contains("result=\"" + result + "\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
