package io.headgate.example;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Shows a quote. Where the bean refuses the call, the client sees the same 429 as on a limited resource. */
@Path("/quote")
@RequestScoped
public class QuoteResource {

    @Inject
    private Quotes quotes;

    /** Today's quote. */
    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String quote() {
        return quotes.today() + "\n";
    }
}
