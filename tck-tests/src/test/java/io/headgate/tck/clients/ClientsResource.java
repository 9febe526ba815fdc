package io.headgate.tck.clients;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.WebTarget;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** Asks the other service, and has no limit of its own. */
@Path("/clients")
@RequestScoped
public class ClientsResource {

    @Inject
    @RestClient
    private OtherService other;

    /** Asks three times through a client that is built. */
    @GET
    @Path("/built")
    public String built() {
        Client client = ClientBuilder.newClient();
        try {
            WebTarget target = client.target(ConfigProvider.getConfig().getValue("other/mp-rest/url", String.class));
            String answers = "";
            for (int i = 0; i < 3; i++) {
                answers += target.request().get(String.class);
            }
            return answers;
        } finally {
            client.close();
        }
    }

    /** Asks three times through a client that is injected. */
    @GET
    @Path("/injected")
    public String injected() {
        return other.ask() + other.ask() + other.ask();
    }
}
