package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.internal.algorithm.RandomLimits;
import io.headgate.internal.algorithm.State;
import io.headgate.internal.algorithm.States;
import io.headgate.internal.store.redis.Call.Mode;
import io.headgate.internal.time.TimeSource;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Resp;
import io.headgate.testing.Seed;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random lives of many subjects, played to the script and to the pure functions: every answer is the same, and so is every
 * byte and every expiry that the script leaves.
 */
class TwinTest {

    private static final int DECISIONS = Integer.getInteger("headgate.twin.decisions", 1_000_000);

    @ParameterizedTest
    @MethodSource("io.headgate.internal.algorithm.Algorithms#supported")
    void theScriptAnswersAndKeepsWhatThePureFunctionsDo(Algorithm algorithm) {
        Random random = Seed.random("twins of " + algorithm);
        RedisServer server = RedisServer.shared();
        int decided = 0;
        while (decided < DECISIONS) {
            server.clear();
            decided += new World(random, algorithm, server).run();
        }
    }

    /** Some subjects and the clock that they share; their windows have edges in common. */
    private static final class World {

        private static final String NAMESPACE = "twin";
        private static final int CALLS = 120;
        private static final int SUBJECTS = 40;
        private static final int ACQUISITIONS = 120;
        private static final int RECEIPTS = 200;

        /**
         * A millisecond of a test's time is a second of the server's, and rounds to the right one for half of it. Where the
         * machine stands still for longer, expiries say nothing any more, and another world begins.
         */
        private static final Duration LONGEST_EXACT = Duration.ofMillis(400);

        private static final long START = micros("2026-03-29T01:23:45.678901Z");
        private static final long END = micros("2100-01-01T00:00:00Z");

        /** The value and, as the script counts it while a test gives the time, the expiry of each key. */
        private static final String DUMP = """
            local time, found = redis.call('TIME'), {}
            local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
            for _, key in ipairs(KEYS) do
              if redis.call('TYPE', key).ok == 'zset' then
                local times = {}
                for i, each in ipairs(redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')) do
                  times[i / 2] = i % 2 == 0 and each or nil
                end
                found[#found + 1] = table.concat(times, ',')
              else
                found[#found + 1] = redis.call('GET', key) or ''
              end
              local left_ms = redis.call('PTTL', key)
              found[#found + 1] = left_ms < 0 and left_ms or math.floor((now_ms + left_ms) / 1000 + 0.5)
            end
            return found
            """;

        private final Random random;
        private final RandomLimits limits;
        private final Resp resp;
        private final Arithmetics arithmetics = new Arithmetics();
        private final Twin twin = new Twin(arithmetics);
        private final ScriptRunner runner;
        private final Duration base;
        private final boolean ofCalendars;
        private final Limit[] current = new Limit[SUBJECTS];
        private final List<Item> receipts = new ArrayList<>();
        private long nowMicros = START;
        private long lastRetryMicros = 1;
        private int decided;
        private boolean stoodStill;

        World(Random random, Algorithm algorithm, RedisServer server) {
            this.random = random;
            this.limits = new RandomLimits(random, algorithm);
            this.resp = server.resp();
            this.base = limits.window();
            this.ofCalendars = limits.hasCalendars() && random.nextBoolean();
            this.runner = new ScriptRunner(
                    RedisKit.client(server),
                    RedisKit.DEADLINE,
                    RedisKit.HEADGATE,
                    new StoreClocks(TimeSource.monotonic(), false),
                    () -> nowMicros);
            for (int subject = 0; subject < SUBJECTS; subject++) {
                current[subject] = limit();
            }
        }

        int run() {
            for (int call = 0; call < CALLS; call++) {
                Mode mode = mode();
                List<List<Item>> acquisitions = new ArrayList<>();
                for (int i = 0; i < ACQUISITIONS; i++) {
                    acquisitions.add(mode == Mode.REFUND ? refunds() : items());
                }
                compare(mode, acquisitions);
                if (stoodStill) {
                    return decided;
                }
                moveTime();
                if (random.nextInt(3) == 0) {
                    current[random.nextInt(SUBJECTS)] = limit();
                }
            }
            return decided;
        }

        private void compare(Mode mode, List<List<Item>> acquisitions) {
            long before = System.nanoTime();
            Call call = new Call(mode, NAMESPACE, arithmetics);
            Map<LimitKey, Item> touched = new LinkedHashMap<>();
            for (List<Item> items : acquisitions) {
                call.acquisition(items, random.nextLong());
                items.forEach(item -> touched.putIfAbsent(item.key(), item));
            }
            List<Answer> answers = runner.run(call)
                    .toCompletableFuture()
                    .orTimeout(30, TimeUnit.SECONDS)
                    .join();
            int at = 0;
            for (List<Item> items : acquisitions) {
                List<Answer> expected = twin.run(mode, items, nowMicros);
                List<Answer> actual = answers.subList(at, at + items.size());
                if (!actual.equals(expected)) {
                    assertThat(actual).as("%s %s at %d", mode, items, nowMicros).isEqualTo(expected);
                }
                remember(items, actual);
                at += items.size();
            }
            decided += at;
            compareKeys(mode, new ArrayList<>(touched.values()), call.keys(), before);
            if (mode != Mode.PEEK) {
                twin.endCall();
            }
        }

        private void compareKeys(Mode mode, List<Item> items, List<Object> keys, long askedNanos) {
            List<Object> command = new ArrayList<>(List.of("EVAL", DUMP, keys.size()));
            command.addAll(keys);
            List<?> found = resp.list(command.toArray());
            stoodStill = System.nanoTime() - askedNanos > LONGEST_EXACT.toNanos();
            for (int i = 0; i < items.size(); i++) {
                String value = (String) found.get(2 * i);
                long expiryMillis = (Long) found.get(2 * i + 1);
                State kept = twin.kept(items.get(i), nowMicros);
                if (mode == Mode.PEEK && expiryMillis >= 0 && expiryMillis < nowMicros / 1000) {
                    value = ""; // expired, but a peek removes nothing
                }
                String expected = kept == null ? "" : States.value(kept);
                if (!value.equals(expected)
                        || (kept != null && !stoodStill && expiryMillis != States.expiryMillis(kept))) {
                    throw new AssertionError("after " + mode + " " + items.get(i) + " at " + nowMicros + ": kept "
                            + hex(value) + " until " + expiryMillis + ", expected " + hex(expected) + " of " + kept);
                }
            }
        }

        private void remember(List<Item> items, List<Answer> answers) {
            for (int i = 0; i < items.size(); i++) {
                Answer answer = answers.get(i);
                if (answer.charged()) {
                    Item receipt = items.get(i).toGiveBack(answer);
                    if (receipts.size() < RECEIPTS) {
                        receipts.add(receipt);
                    } else {
                        receipts.set(random.nextInt(RECEIPTS), receipt);
                    }
                }
                if (answer.retryMicros() > 0) {
                    lastRetryMicros = answer.retryMicros();
                }
            }
        }

        private Mode mode() {
            return switch (random.nextInt(12)) {
                case 0 -> Mode.PEEK;
                case 1 -> receipts.isEmpty() ? Mode.TRY : Mode.REFUND;
                default -> Mode.TRY;
            };
        }

        private List<Item> items() {
            List<Item> items = new ArrayList<>();
            for (int size = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1; size > 0; size--) {
                int subject = random.nextInt(items.isEmpty() ? SUBJECTS : 5);
                Limit limit = current[subject];
                items.add(new Item(
                        key(subject),
                        limit,
                        random.nextInt(5) == 0,
                        cost(limit),
                        Item.NEVER_CHARGED,
                        random.nextInt(6) > 0));
            }
            return items;
        }

        /** At most one in a few acquisitions gives something back, or nothing would be counted for long. */
        private List<Item> refunds() {
            Item receipt = receipts.get(random.nextInt(receipts.size()));
            return random.nextInt(8) == 0
                    ? List.of(receipt)
                    : List.of(new Item(
                            receipt.key(),
                            receipt.limit(),
                            receipt.shadow(),
                            receipt.cost(),
                            Item.NEVER_CHARGED,
                            true));
        }

        private static LimitKey key(int subject) {
            return LimitKey.of("policy" + subject % 3, List.of("ip", String.valueOf(subject)));
        }

        private Limit limit() {
            if (ofCalendars && random.nextInt(8) > 0) {
                return limits.ofCalendar(limits.permits());
            }
            Duration window =
                    switch (random.nextInt(8)) {
                        case 0 -> limits.window();
                        case 1 -> capped(base.multipliedBy(2));
                        case 2 -> capped(base.plusMillis(1));
                        case 3 -> capped(base.plusMillis(2));
                        default -> base;
                    };
            return limits.of(limits.permits(), window);
        }

        private static Duration capped(Duration window) {
            return window.compareTo(Limit.MAX_WINDOW) > 0 ? Limit.MAX_WINDOW : window;
        }

        private long cost(Limit limit) {
            long permits = limit.capacity();
            return switch (random.nextInt(8)) {
                case 0 -> permits + 1;
                case 1 -> Math.max(1, permits);
                case 2 -> 1 + (long) (random.nextDouble() * permits);
                case 3, 4 -> 1 + (long) (random.nextDouble() * permits / 20);
                default -> 1;
            };
        }

        private void moveTime() {
            Limit limit = current[random.nextInt(SUBJECTS)];
            long window = TimeUnit.MILLISECONDS.toMicros(limit.window().toMillis());
            long toEdge = arithmetics.of(limit).edgesAround(nowMicros).stream()
                    .filter(edge -> edge > nowMicros)
                    .findFirst()
                    .map(edge -> edge - nowMicros)
                    .orElse(window - Math.floorMod(nowMicros, window));
            nowMicros += switch (random.nextInt(24)) {
                case 0 -> -1_000;
                case 1 -> -Duration.ofHours(1).toMillis() * 1000;
                case 2 -> -Duration.ofDays(1).toMillis() * 1000;
                case 3 -> toEdge;
                case 4 -> toEdge - 1;
                case 5 -> toEdge + random.nextInt(4_000);
                case 6 -> 2 * window;
                case 7, 8 -> (long) (random.nextDouble() * window);
                case 9, 10, 11 -> (long) (random.nextDouble() * window / 10);
                case 12, 13 -> lastRetryMicros;
                case 14, 15 -> lastRetryMicros - 1;
                default -> random.nextInt(3);
            };
            if (nowMicros > END || nowMicros < 0) {
                nowMicros = START;
            }
        }

        private static String hex(String value) {
            StringBuilder text = new StringBuilder();
            value.chars().forEach(each -> text.append(String.format(java.util.Locale.ROOT, "%02x", each)));
            return text.toString();
        }

        private static long micros(String instant) {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
        }
    }
}
