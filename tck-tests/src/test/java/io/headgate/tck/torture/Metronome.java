package io.headgate.tck.torture;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;

/** Notes when the server's process stood still. */
@ApplicationScoped
public class Metronome {

    private final Pauses pauses = new Pauses();

    void start(@Observes @Initialized(ApplicationScoped.class) Object event) {
        pauses.start();
    }

    @PreDestroy
    void end() {
        pauses.close();
    }

    /** A line for each time. */
    public String pauses() {
        return pauses.toString();
    }
}
