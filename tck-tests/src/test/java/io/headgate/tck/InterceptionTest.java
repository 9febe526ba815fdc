package io.headgate.tck;

import static io.headgate.tck.support.RateLimitAssert.assertCountsDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.tck.interception.InterceptionApplication;
import io.headgate.tck.support.Client;
import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.Response;
import io.headgate.tck.support.Server;
import io.headgate.tck.support.ServerProcess;
import io.headgate.tck.support.Windows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which calls of beans and resources are limited, on every server alike, and what the log says of the others. */
class InterceptionTest {

    private static ServerProcess server;
    private static Client client;

    @BeforeAll
    static void start() {
        server = ServerProcess.start(
                Deployments.toFile(
                        Deployments.application("interception").addPackage(InterceptionApplication.class.getPackage())),
                Map.of());
        client = Client.of(server.port());
    }

    @AfterAll
    static void stop() {
        System.out.println(server.output());
        server.close();
    }

    @Test
    void a04_aLimitOnASuperclassIsInherited() throws Exception {
        assertCountsDown(requests("calls/inherited", 2), 1);
    }

    @Test
    void a09_aStaticMethodIsNotLimitedAndTheLogSaysSo() throws Exception {
        assertFree(requests("calls/static", 2), "ping");
        assertReported("StaticBean#ping can never fire: a static method");
    }

    @Test
    void a13_anObjectThatAProducerMadeIsNotLimitedAndTheLogSaysSo() throws Exception {
        assertFree(requests("calls/made", 2), "made");
        assertReported("Made#call can never fire: ");
    }

    @Test
    void a17_aResourceWithALimitOnItsClassIsStillInjected() throws Exception {
        List<Response> responses = requests("whole", 2);

        assertCountsDown(responses, 1);
        assertThat(responses.get(0).body()).isEqualTo("injected");
    }

    @Test
    void a17_anAnnotationThatBearsALimitAndIsNoStereotypeIsReported() throws Exception {
        assertFree(requests("slow", 2), "slow");
        assertReported("interception.Slow does not limit io.headgate.tck.interception.SlowResource: ");
    }

    @Test
    void a22_noServerNeedsMoreThanTheJar() throws Exception {
        assertCountsDown(requests("whole", 2), 1);
        assertCountsDown(requests("calls/inherited", 2), 1);
    }

    @Test
    void a25_aRefusedStageFailsAndIsNotThrownAndItsMethodDoesNotRun() {
        assertThat(client.get("/api/calls/later").body()).isEqualTo("passed failed:RateLimitExceededException ran 1");
    }

    @Test
    void a25_aRefusedStageIsAnsweredLikeARefusedRequest() throws Exception {
        assertCountsDown(requests("calls/stage", 2), 1);
    }

    @Test
    void aMethodThatWaitsForItsTurnRunsOnAnotherThreadWithTheClassLoaderOfItsCaller() {
        assertThat(client.get("/api/calls/turns").body()).isEqualTo("true true true");
    }

    @Test
    void a32_callsWithoutARequestShareACounter() {
        assertThat(client.get("/api/calls/early").body())
                .isEqualTo(Server.firesStartup() ? "passed refused passed refused" : "passed refused");
    }

    @Test
    void b05_theMethodOfASubResourceIsLimited() throws Exception {
        assertCountsDown(requests("parent/narrow/one", 2), 1);
    }

    @Test
    void b05_aLocatorIsLimitedAndEachRequestPaysItOnce() throws Exception {
        assertCountsDown(requests("parent/wide/ten", 3), 2);
    }

    @Test
    void b05_aPolicyOfTheLocatorAndOfTheMethodIsPaidOnce() throws Exception {
        assertCountsDown(requests("parent/both/both", 4), 3);
    }

    @Test
    void b13_aMethodThatAnswersLaterIsLimited() throws Exception {
        assertCountsDown(requests("stage", 2), 1);
    }

    private static List<Response> requests(String path, int times) throws Exception {
        return Windows.inOneMinute(() -> client.fromFreshAddress().get("/api/" + path, times));
    }

    private static void assertFree(List<Response> responses, String body) {
        assertThat(responses).allSatisfy(response -> {
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(body);
            assertThat(response.all("X-RateLimit-Limit")).isEmpty();
        });
    }

    private static void assertReported(String text) {
        assertThat(server.output().lines())
                .filteredOn(line -> line.contains(text))
                .singleElement()
                .asString()
                .contains("HG0010");
    }
}
