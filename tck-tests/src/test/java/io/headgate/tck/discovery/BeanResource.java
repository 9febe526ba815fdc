package io.headgate.tck.discovery;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Calls a limited bean, and has no limit of its own. */
@Path("/bean")
@RequestScoped
public class BeanResource {

    @Inject
    private LimitedBean bean;

    /** What the bean says. */
    @GET
    public String get() {
        return bean.call();
    }
}
