package io.headgate.example;

import io.headgate.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Stands for a paid service. What is limited is the bean, whoever calls it: a resource, a timer, a message. */
@ApplicationScoped
public class Quotes {

    /** Today's quote; five calls in ten seconds for each user, else each address. */
    @RateLimit(name = "quotes", limit = 5, window = "10s")
    public String today() {
        return "Water that waits its turn floods nobody.";
    }
}
