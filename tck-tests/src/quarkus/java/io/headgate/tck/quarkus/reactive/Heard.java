package io.headgate.tck.quarkus.reactive;

import io.headgate.Decision;
import io.headgate.spi.DecisionListener;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.LongAdder;

/** A bean that nobody but Headgate asks for. */
@ApplicationScoped
public class Heard implements DecisionListener {

    static final LongAdder DECISIONS = new LongAdder();

    @Override
    public void decided(Decision decision, boolean admitted) {
        DECISIONS.increment();
    }
}
