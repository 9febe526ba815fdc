package io.headgate.tck.enterprise;

import io.headgate.RateLimitExceededException;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.inject.Inject;

/** Calls a limited bean from a timer. */
@Singleton
@Startup
public class Clockwork {

    @Resource
    private TimerService timers;

    @Inject
    private Gong gong;

    private String results = "";

    @PostConstruct
    void wind() {
        timers.createSingleActionTimer(0, new TimerConfig(null, false));
    }

    @Timeout
    void strike() {
        results = result() + " " + result();
    }

    private String result() {
        try {
            return gong.strike();
        } catch (RateLimitExceededException exceeded) {
            return "refused";
        } catch (RuntimeException unexpected) {
            return unexpected.toString();
        }
    }

    /** How the calls ended. */
    public String results() {
        return results;
    }
}
