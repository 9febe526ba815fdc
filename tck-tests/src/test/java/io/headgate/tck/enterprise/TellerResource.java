package io.headgate.tck.enterprise;

import io.headgate.RateLimitExceededException;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Calls enterprise beans, and has no limit of its own. */
@Path("/teller")
@RequestScoped
public class TellerResource {

    @Inject
    private Teller teller;

    @Inject
    private Clockwork clockwork;

    @Resource
    private UserTransaction transaction;

    /** What the enterprise bean says. */
    @GET
    public String pay() {
        return teller.pay();
    }

    /** How two calls ended in one transaction, and whether that can still be committed. */
    @GET
    @Path("/transaction")
    public String transaction() throws Exception {
        transaction.begin();
        try {
            String calls = result() + " " + result();
            return calls + (transaction.getStatus() == Status.STATUS_ACTIVE ? " active" : " lost");
        } finally {
            transaction.rollback();
        }
    }

    private String result() {
        try {
            return teller.pay();
        } catch (RateLimitExceededException exceeded) {
            return "refused";
        }
    }

    /** How the calls of a timer ended; empty before it went off. */
    @GET
    @Path("/timer")
    public String timer() {
        return clockwork.results();
    }
}
