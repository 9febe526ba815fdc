package io.headgate.internal.algorithm;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * When requests come, each for one permit, in microseconds since a moment at which all windows of up to a day begin. Random
 * traffic has a fixed seed: it is the same on each machine.
 *
 * @param name what the page calls it
 * @param micros in order
 */
record Traffic(String name, List<Long> micros) {

    static final long SECOND = 1_000_000;
    static final long MINUTE = 60 * SECOND;

    static Traffic of(String name, LongStream.Builder micros) {
        return new Traffic(name, micros.build().sorted().boxed().toList());
    }

    /** A share of a limit per minute, each request at a moment of its own, as from many clients that know nothing of others. */
    static Traffic steady(int percent, int limit, int minutes) {
        LongStream.Builder all = LongStream.builder();
        spread(percent * limit / 100 * minutes, all, 0, minutes * MINUTE, new Random(1));
        return of("steady, " + percent + " % of the limit", all);
    }

    /** As much as a limit per minute, in bursts of a second, at any moment and of up to twice the limit. */
    static Traffic bursts(int limit, int minutes) {
        Random random = new Random(2);
        LongStream.Builder all = LongStream.builder();
        for (int burst = 0; burst < minutes; burst++) {
            long from = (long) (random.nextDouble() * minutes * MINUTE);
            spread(1 + random.nextInt(2 * limit), all, from, from + SECOND, random);
        }
        return of("bursts of up to twice the limit", all);
    }

    /** A limit per minute, all of it within the last second before an edge or the first one after it; then far too much. */
    static Traffic aroundEdges(int limit, int minutes) {
        Random random = new Random(3);
        LongStream.Builder all = LongStream.builder();
        for (int minute = 1; minute < minutes; minute += 5) {
            long edge = minute * MINUTE;
            long burst = random.nextBoolean() ? edge - SECOND : edge;
            spread(limit, all, burst, burst + SECOND, random);
            spread(20 * limit, all, edge + SECOND, edge + 2 * MINUTE, random);
        }
        return of("a burst at an edge, then a flood", all);
    }

    /** Spreads requests at random over a time. */
    static void spread(int requests, LongStream.Builder to, long from, long until, Random random) {
        for (int request = 0; request < requests; request++) {
            to.add(from + (long) (random.nextDouble() * (until - from)));
        }
    }

    /** Requests in equal distances, the first one at the beginning. */
    static void evenly(int requests, LongStream.Builder to, long from, long until) {
        for (int request = 0; request < requests; request++) {
            to.add(from + request * (until - from) / requests);
        }
    }
}
