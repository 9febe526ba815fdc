package io.headgate.tck.torture;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes the resources under {@code /api}. */
@ApplicationPath("/api")
public class TortureApplication extends Application {}
