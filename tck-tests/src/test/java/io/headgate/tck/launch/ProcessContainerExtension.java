package io.headgate.tck.launch;

import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Makes {@link ProcessContainer} the container of the tests. */
public final class ProcessContainerExtension implements LoadableExtension {

    /** For Arquillian. */
    public ProcessContainerExtension() {}

    @Override
    public void register(ExtensionBuilder builder) {
        builder.service(DeployableContainer.class, ProcessContainer.class);
    }
}
