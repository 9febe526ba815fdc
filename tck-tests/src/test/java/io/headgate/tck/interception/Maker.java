package io.headgate.tck.interception;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** Makes an object that no container intercepts. */
@ApplicationScoped
public class Maker {

    @Produces
    @ApplicationScoped
    Made made() {
        return Made.made();
    }
}
