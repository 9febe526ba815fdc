package io.headgate.tck.tolerant;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes what the server finds. */
@ApplicationPath("/api")
public class TolerantApplication extends Application {}
