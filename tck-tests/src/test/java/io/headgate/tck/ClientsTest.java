package io.headgate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.headgate.tck.clients.ClientsApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an application asks of others is not limited: Headgate is on the server's side only. */
@Needs(Needs.REST_CLIENT)
class ClientsTest {

    private static final AtomicInteger ASKED = new AtomicInteger();

    private static HttpServer other;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] answer = Integer.toString(ASKED.incrementAndGet()).getBytes(StandardCharsets.US_ASCII);
            exchange.getResponseHeaders().add("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        other.start();
        server = ServerProcess.start(
                Deployments.toFile(Deployments.application("clients")
                        .addPackage(ClientsApplication.class.getPackage())
                        .addAsResource(
                                new StringAsset("other/mp-rest/url=http://127.0.0.1:"
                                        + other.getAddress().getPort() + "/"),
                                "META-INF/microprofile-config.properties")),
                Map.of());
    }

    @AfterAll
    static void stop() {
        System.out.println(server.output());
        server.close();
        other.stop(0);
    }

    @Test
    void b17_callsThroughAClientThatIsBuiltUseNoPermits() {
        assertThreeCalls("built");
    }

    @Test
    void b17_callsThroughARestClientUseNoPermitsAndTheLogNamesItsLimit() {
        assertThreeCalls("injected");
        assertThat(server.output().lines())
                .filteredOn(line -> line.contains("HG0010"))
                .singleElement()
                .asString()
                .contains("OtherService#ask does not limit the calls of this REST client");
    }

    private static void assertThreeCalls(String path) {
        ASKED.set(0);
        Response response = Client.of(server.port()).get("/api/clients/" + path);

        assertThat(response.status()).as("%s", response).isEqualTo(200);
        assertThat(response.body()).isEqualTo("123");
        assertThat(response.all("X-RateLimit-Limit")).isEmpty();
    }
}
