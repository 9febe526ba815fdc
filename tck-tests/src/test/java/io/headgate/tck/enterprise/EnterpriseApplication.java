package io.headgate.tck.enterprise;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes what the server finds. */
@ApplicationPath("/api")
public class EnterpriseApplication extends Application {}
