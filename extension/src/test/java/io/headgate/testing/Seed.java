package io.headgate.testing;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** Random numbers that can be had again: {@code -Dheadgate.seed=<the printed number>}. */
public final class Seed {

    private static final long SEED =
            Long.getLong("headgate.seed", ThreadLocalRandom.current().nextLong());

    private Seed() {}

    /** A generator for one test; prints the seed. */
    public static Random random(String test) {
        System.out.println(test + ": headgate.seed=" + SEED);
        return new Random(SEED ^ test.hashCode());
    }
}
