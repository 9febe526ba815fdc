package io.headgate.tck.storm;

import io.headgate.tck.storm.Misfortune.Kind;
import io.headgate.tck.support.Windows;
import io.headgate.testing.RedisServer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What happens to Redis, at random but the same for the same seed: gusts of a few misfortunes close to each other, with so
 * much calm between them that a server has said that the outage is over before the next one begins.
 */
public final class Storm {

    /** A server says that an outage is over when nothing has failed for 10 s, and looks every 5 s. */
    private static final long CALM_MILLIS = 19_000;

    private static final long SHORTEST_BREAK_MILLIS = 300;
    private static final long LONGEST_BREAK_MILLIS = 3_000;
    private static final long SHORTEST_MILLIS = 100;
    private static final long SHORTEST_FIRST_MILLIS = 1_500;
    private static final long LONGEST_MILLIS = 3_000;
    private static final long GUST_MILLIS = 17_000;
    private static final List<Kind> FIRST = List.of(Kind.KILL, Kind.FREEZE, Kind.PAUSE);
    private static final List<Kind> ALL = List.of(Kind.values());

    private final Random random;
    private final List<Misfortune> happened = new ArrayList<>();
    private final StringBuilder seen = new StringBuilder();
    private RedisServer redis;
    private int gusts;
    private double busiest;

    /** Over this Redis, which is another one afterwards. */
    public Storm(long seed, RedisServer redis) {
        this.random = new Random(seed);
        this.redis = redis;
    }

    /** Lets it rage for about so long, and returns when Redis is well again. */
    public void rage(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        do {
            if (gusts > 0) {
                pause(CALM_MILLIS);
            }
            gust(Math.min(
                    end, System.nanoTime() + Duration.ofMillis(GUST_MILLIS).toNanos()));
            gusts++;
        } while (end - System.nanoTime() > Duration.ofMillis(CALM_MILLIS).toNanos());
        pause(Math.max(
                Misfortune.UNTIL_KNOWN_MILLIS,
                Duration.ofNanos(end - System.nanoTime()).toMillis()));
        look();
    }

    /** The first one is long enough for everybody to notice. */
    private void gust(long end) {
        happen(FIRST.get(random.nextInt(FIRST.size())), between(SHORTEST_FIRST_MILLIS, LONGEST_MILLIS));
        while (System.nanoTime() < end) {
            pause(between(SHORTEST_BREAK_MILLIS, LONGEST_BREAK_MILLIS));
            look();
            happen(ALL.get(random.nextInt(ALL.size())), between(SHORTEST_MILLIS, LONGEST_MILLIS));
        }
    }

    private void happen(Kind kind, long millis) {
        long began = System.currentTimeMillis();
        switch (kind) {
            case KILL -> redis.close();
            case FREEZE -> redis.freeze();
            case PAUSE -> redis.resp().call("CLIENT", "PAUSE", Long.toString(millis));
            case FLUSH -> redis.clear();
        }
        long struck = System.currentTimeMillis();
        if (kind != Kind.FLUSH) {
            pause(millis);
        }
        long mending = kind == Kind.FLUSH ? began : System.currentTimeMillis();
        switch (kind) {
            case KILL -> redis = RedisServer.startAt(redis.port());
            case FREEZE -> redis.thaw();
            default -> redis.resp().call("PING");
        }
        happened.add(new Misfortune(kind, began, struck, mending, System.currentTimeMillis()));
    }

    private long between(long least, long most) {
        return least + random.nextInt((int) (most - least + 1));
    }

    private static void pause(long millis) {
        Windows.pause(Duration.ofMillis(millis));
    }

    /** What Redis has now, keys and all of their values; and how much the machine has to do. */
    private void look() {
        busiest = Math.max(busiest, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        seen.append(redis.content());
    }

    /** All that Redis was seen to have, a line for each key and look. */
    public String seen() {
        return seen.toString();
    }

    /** What happened, in this order. */
    List<Misfortune> happened() {
        return List.copyOf(happened);
    }

    /** How many gusts there were: a server hears of as many outages. */
    public int gusts() {
        return gusts;
    }

    /** The greatest load of the machine that was seen, as the operating system counts it for the last minute. */
    public double busiest() {
        return busiest;
    }

    /** The Redis that there is now. */
    public RedisServer redis() {
        return redis;
    }

    @Override
    public String toString() {
        return happened.toString();
    }
}
