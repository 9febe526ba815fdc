package io.headgate.tck.undiscovered;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes what the server finds. */
@ApplicationPath("/api")
public class UndiscoveredApplication extends Application {}
