package io.headgate.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.io.File;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ArquillianExtension.class)
class ExampleTest {
    @Inject
    HttpServletRequest request;

    @Deployment
    static WebArchive example() {
        return ShrinkWrap.create(ZipImporter.class, "ROOT.war")
                .importFrom(new File(System.getProperty("headgate.example")))
                .as(WebArchive.class);
    }

    @Test
    @RunAsClient
    void hello(@ArquillianResource URL url) throws Exception {
        System.out.println(url);
        URL hello =
                URI.create("http://127.0.0.1:" + url.getPort() + "/api/hello").toURL();
        HttpURLConnection connection = (HttpURLConnection) hello.openConnection();
        assertEquals(200, connection.getResponseCode());
    }

    @Test
    void inside() {
        System.out.println("INSIDE " + request.getLocalPort());
        assertTrue(request.getLocalPort() > 0);
    }
}
