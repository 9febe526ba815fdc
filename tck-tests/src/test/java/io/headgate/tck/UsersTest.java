package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertAllowed;
import static io.headgate.tck.support.RateLimitAssert.assertDenied;
import static io.headgate.tck.support.RateLimitAssert.assertHeaders;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Needs;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.Windows;
import io.headgate.tck.users.UsersApplication;
import io.headgate.tck.users.rest.UsersFeature;
import java.net.URL;
import java.time.Duration;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Users of an application are counted by who they are, not by where they come from. */
@ExtendWith(ArquillianExtension.class)
@Needs(Needs.USERS)
@RunAsClient
class UsersTest {

    private static final Duration ENOUGH = Duration.ofSeconds(15);

    @ArquillianResource
    URL url;

    Client server;
    String root;

    @Deployment(testable = false)
    static WebArchive application() {
        WebArchive application = Deployments.application("users")
                .addPackage(UsersApplication.class.getPackage())
                .setWebXML("users/web.xml");
        return Server.hasJakartaSecurity() ? application : application.addPackage(UsersFeature.class.getPackage());
    }

    @BeforeEach
    void findTheServer() {
        server = Client.of(url);
        root = url.getPath();
        Windows.awaitRemaining(Duration.ofMinutes(1), ENOUGH);
    }

    @Test
    void b06_eachUserHasALimit() {
        Response alice = server.as("alice", "alices-secret").get(root + "api/mailbox");
        Response bob = server.as("bob", "bobs-secret").get(root + "api/mailbox");
        Response again = server.fromFreshAddress().as("alice", "alices-secret").get(root + "api/mailbox");

        assertAllowed(alice, 1, 0);
        assertAllowed(bob, 1, 0);
        assertDenied(again, 1);
    }

    @Test
    void b06_whoGuessesPasswordsUsesNoPermitOfTheUser() {
        String path = root + "api/mailbox/wait";
        List<Response> guesses = server.as("alice", "guess").get(path, 3);
        Response alice = server.as("alice", "alices-secret").get(path);
        Response again = server.as("alice", "alices-secret").get(path);

        assertThat(guesses).extracting(Response::status).containsOnly(401);
        assertAllowed(alice, 1, 0);
        assertDenied(again, 1);
    }

    @Test
    void b06_whoIsNotAuthenticatedUsesNoPermitOfTheUser() {
        String path = root + "api/letters";
        Response stranger = server.fromFreshAddress().get(path);
        Response guess = server.fromFreshAddress().as("alice", "guess").get(path);
        Response alice = server.as("alice", "alices-secret").get(path);
        Response again = server.as("alice", "alices-secret").get(path);

        assertThat(stranger.status()).isIn(401, 403);
        assertThat(guess.status()).isIn(401, 403);
        assertAllowed(alice, 1, 0);
        assertDenied(again, 1);
    }

    @Test
    void b06_whoLacksTheRoleIsCountedAsHerself() {
        String path = root + "api/letters";
        Response carol = server.as("carol", "carols-secret").get(path);
        Response again = server.as("carol", "carols-secret").get(path);

        assertThat(carol.status()).isEqualTo(403);
        if (Server.refusesRolesFirst()) {
            assertThat(carol.all("X-RateLimit-Limit")).isEmpty();
            assertThat(again.status()).isEqualTo(403);
        } else {
            assertHeaders(carol, 1, 0);
            assertDenied(again, 1);
        }
    }
}
