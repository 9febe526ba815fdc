package io.headgate.tck.hostile;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes what the server finds. */
@ApplicationPath("/api")
public class HostileApplication extends Application {}
