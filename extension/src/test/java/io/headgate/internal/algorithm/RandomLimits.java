package io.headgate.internal.algorithm;

import io.headgate.Algorithm;
import io.headgate.Limit;
import java.time.Duration;
import java.util.Random;

/** Limits from everywhere in their range, its ends included. */
public final class RandomLimits {

    private final Random random;
    private final Algorithm algorithm;

    /** Limits of one algorithm. */
    public RandomLimits(Random random, Algorithm algorithm) {
        this.random = random;
        this.algorithm = algorithm;
    }

    /** Any limit. */
    public Limit any() {
        return Limit.of(permits(), window(), algorithm);
    }

    /** Any number of permits. */
    public long permits() {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(3);
            case 1 -> Limit.MAX_PERMITS - random.nextInt(2);
            case 2, 3, 4 -> 1 + random.nextInt(20);
            default -> (long) Math.pow(10, random.nextDouble() * 12);
        };
    }

    /** Any window. */
    public Duration window() {
        long least = algorithm == Algorithm.FIXED_WINDOW ? 10 : 1;
        long most = Limit.MAX_WINDOW.toMillis();
        return Duration.ofMillis(
                switch (random.nextInt(8)) {
                    case 0 -> least + random.nextInt(3);
                    case 1 -> most - random.nextInt(2);
                    case 2, 3, 4 -> new long[] {1_000, 60_000, 3_600_000, 86_400_000}[random.nextInt(4)];
                    default -> Math.max(least, (long) Math.pow(10, random.nextDouble() * Math.log10((double) most)));
                });
    }
}
