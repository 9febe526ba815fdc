package io.headgate.tck.clock;

import io.headgate.internal.time.TimeSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The clock of the process, put forward by what the environment says: Headgate takes this bean instead of its own. */
@ApplicationScoped
public class WrongClock implements TimeSource {

    /** The variable with the offset, in the form of ISO-8601. Without it the clock is right. */
    public static final String VARIABLE = "CLOCK_AHEAD";

    private final TimeSource process = TimeSource.system();
    private final Duration ahead =
            Duration.parse(Optional.ofNullable(System.getenv(VARIABLE)).orElse("PT0S"));

    @Override
    public long micros() {
        return process.micros() + TimeUnit.SECONDS.toMicros(ahead.toSeconds());
    }
}
