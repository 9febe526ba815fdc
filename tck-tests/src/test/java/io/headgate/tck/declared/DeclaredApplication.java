package io.headgate.tck.declared;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes what the server finds. */
@ApplicationPath("/api")
public class DeclaredApplication extends Application {}
