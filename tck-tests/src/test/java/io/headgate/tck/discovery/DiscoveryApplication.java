package io.headgate.tck.discovery;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes what the server finds. */
@ApplicationPath("/api")
public class DiscoveryApplication extends Application {}
