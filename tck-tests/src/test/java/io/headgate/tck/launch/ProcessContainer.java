package io.headgate.tck.launch;

import io.headgate.tck.support.Deployments;
import io.headgate.tck.support.ServerProcess;
import java.util.HashMap;
import java.util.Map;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * Starts the server under test once for each deployment, with this one application at the context root {@code /}, and ends
 * it with the deployment. Tests run as clients: nothing of Arquillian is in the server.
 */
public final class ProcessContainer implements DeployableContainer<ProcessContainer.Configuration> {

    private final Map<String, ServerProcess> deployed = new HashMap<>();

    /** For Arquillian. */
    public ProcessContainer() {}

    /** There is nothing to configure: {@code server.properties} says all. */
    public static final class Configuration implements ContainerConfiguration {

        /** For Arquillian. */
        public Configuration() {}

        @Override
        public void validate() {
            // Nothing can be wrong.
        }
    }

    @Override
    public Class<Configuration> getConfigurationClass() {
        return Configuration.class;
    }

    @Override
    public ProtocolDescription getDefaultProtocol() {
        return new ProtocolDescription("Servlet 5.0");
    }

    @Override
    public ProtocolMetaData deploy(Archive<?> archive) throws DeploymentException {
        ServerProcess server = start(archive);
        if (!server.isStarted()) {
            server.close();
            throw new DeploymentException(archive.getName() + " was refused:\n" + server.output());
        }
        deployed.put(archive.getName(), server);
        HTTPContext context = new HTTPContext("127.0.0.1", server.port());
        context.add(new Servlet("default", "/"));
        return new ProtocolMetaData().addContext(context);
    }

    private static ServerProcess start(Archive<?> archive) throws DeploymentException {
        try {
            return ServerProcess.start(Deployments.toFile(archive.as(WebArchive.class)), Map.of());
        } catch (IllegalStateException | AssertionError failure) {
            throw new DeploymentException(archive.getName() + " cannot be started", failure);
        }
    }

    @Override
    public void undeploy(Archive<?> archive) {
        ServerProcess server = deployed.remove(archive.getName());
        if (server != null) {
            server.close();
            System.out.println(server.output());
        }
    }
}
