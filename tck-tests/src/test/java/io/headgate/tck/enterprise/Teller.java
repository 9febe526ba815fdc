package io.headgate.tck.enterprise;

import io.headgate.RateLimit;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

/** An enterprise bean that takes part in its caller's transaction. */
@Stateless
public class Teller {

    /** One a minute. */
    @RateLimit(limit = 1)
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public String pay() {
        return "paid";
    }
}
