package io.headgate.internal.store.redis;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.testing.RedissonClients;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.redisson.api.RedissonClient;

/**
 * One of several processes that ask without a pause, with some threads for each algorithm. Prints {@value #READY} once it asks;
 * reads the second from which it is to count, by the clock of the store; counts for {@value #SECONDS} seconds, and prints for
 * each algorithm how many calls passed in each of them.
 */
final class SteadyClient {

    static final String READY = "ready";
    static final String COUNTED = "counted";
    static final int SECONDS = 60;
    static final int PER_SECOND = 100;

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(SECONDS + 40);
    private static final long NOT_KNOWN = Long.MAX_VALUE;

    private final RateLimitStore store;
    private final long endNanos = System.nanoTime() + LONGEST_NANOS;
    private final Map<Algorithm, AtomicLongArray> passed = new EnumMap<>(Algorithm.class);
    private volatile long firstSecond = NOT_KNOWN;

    private SteadyClient(RateLimitStore store) {
        this.store = store;
    }

    /** Arguments: the address of Redis, and how many threads ask for each algorithm. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        RedissonClient client = RedissonClients.small(arguments[0]);
        try {
            new SteadyClient(RedisKit.store(client)).run(Integer.parseInt(arguments[1]));
        } finally {
            client.shutdown();
        }
    }

    /** The limit that an algorithm is asked about. */
    static Limit limit(Algorithm algorithm) {
        return Limit.of(PER_SECOND, Duration.ofSeconds(1), algorithm);
    }

    private void run(int threadsEach) throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Algorithm algorithm : Algorithms.offered()) {
            AtomicLongArray counts = new AtomicLongArray(SECONDS);
            passed.put(algorithm, counts);
            for (int thread = 0; thread < threadsEach; thread++) {
                threads.add(new Thread(() -> ask(algorithm, counts), algorithm + " " + thread));
            }
        }
        threads.forEach(Thread::start);
        System.out.println(READY);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        firstSecond = Long.parseLong(input.readLine());
        for (Thread thread : threads) {
            thread.join();
        }
        passed.forEach((algorithm, counts) -> System.out.println(COUNTED + " " + algorithm + " " + text(counts)));
    }

    private void ask(Algorithm algorithm, AtomicLongArray counts) {
        PermitRequest request =
                new PermitRequest(LimitKey.of("steady", List.of(algorithm.name())), limit(algorithm), 1, false);
        long second = 0;
        while (second < SECONDS && System.nanoTime() < endNanos) {
            Decision decision = store.tryAcquire(Acquisition.of(request))
                    .toCompletableFuture()
                    .join()
                    .get(0);
            Instant leaves = decision.decidedAt().plus(decision.delay());
            second = firstSecond == NOT_KNOWN ? -1 : leaves.getEpochSecond() - firstSecond;
            if (decision.allowed() && second >= 0 && second < SECONDS) {
                counts.incrementAndGet((int) second);
            }
            waitFor(decision.delay());
        }
    }

    /** A call that is to wait for its turn waits; no other call does. */
    private static void waitFor(Duration delay) {
        long until = System.nanoTime() + delay.toNanos();
        for (long left = delay.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static String text(AtomicLongArray counts) {
        return IntStream.range(0, counts.length())
                .mapToObj(second -> String.valueOf(counts.get(second)))
                .collect(Collectors.joining(" "));
    }
}
