package io.headgate.tck.declared;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes what the server finds. */
@ApplicationPath("/api")
@ApplicationScoped
public class DeclaredApplication extends Application {}
