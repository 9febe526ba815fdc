package io.headgate.example;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Publishes the resources of this application under {@code /api}. */
@ApplicationPath("/api")
public class ExampleApplication extends Application {}
