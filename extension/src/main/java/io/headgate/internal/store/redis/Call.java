package io.headgate.internal.store.redis;

import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.internal.algorithm.Numbers;
import io.headgate.internal.store.RedisKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The arguments of one run of the script; see {@code frame.lua}. Each key and each row is sent once. */
final class Call {

    /** What the script is to do. */
    enum Mode {
        TRY("try"),
        PEEK("peek"),
        REFUND("refund"),
        RESET("reset");

        private final String word;

        Mode(String word) {
            this.word = word;
        }
    }

    /**
     * What requests have in common.
     *
     * @param mayWait whether the caller can wait for a turn
     * @param chargedUntilMicros the end of the calendar window that a refund was charged in; zero for none
     */
    private record Row(Limit limit, boolean shadow, boolean mayWait, long chargedUntilMicros) {

        /** How long the caller can wait. */
        long waitMicros() {
            return mayWait ? TimeUnit.MILLISECONDS.toMicros(limit.maxWait().toMillis()) : 0;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Row that
                    && limit.equals(that.limit)
                    && shadow == that.shadow
                    && mayWait == that.mayWait
                    && chargedUntilMicros == that.chargedUntilMicros;
        }

        @Override
        public int hashCode() {
            return Objects.hash(limit, shadow, mayWait, chargedUntilMicros);
        }
    }

    private static final int FIELDS_OF_A_ROW = 9;

    private final Mode mode;
    private final String namespace;
    private final Arithmetics arithmetics;
    private final List<Object> keys = new ArrayList<>();
    private final Map<LimitKey, Integer> keyNumbers = new HashMap<>();
    private final Map<Row, Integer> rows = new LinkedHashMap<>();
    private final List<Object> acquisitions = new ArrayList<>();
    private int size;

    Call(Mode mode, String namespace, Arithmetics arithmetics) {
        this.mode = mode;
        this.namespace = namespace;
        this.arithmetics = arithmetics;
    }

    /** Adds requests that are charged together or not at all. */
    Call acquisition(List<Item> items, long nonce) {
        size++;
        acquisitions.add(items.size());
        acquisitions.add(nonce);
        for (Item item : items) {
            acquisitions.add(numberOf(item.key()));
            acquisitions.add(numberOf(row(item)));
            acquisitions.add(item.cost());
            acquisitions.add(item.turnMicros());
        }
        return this;
    }

    /** Adds a key; its number counts from 1. All policies of a subject share what stands in braces, and so a cluster's slot. */
    int numberOf(LimitKey key) {
        Integer known = keyNumbers.get(key);
        return known != null ? known : add(key, RedisKeys.of(namespace, key));
    }

    /** Adds what can be kept of a key: its own state, and what an {@code RRateLimiter} of its name keeps beside itself. */
    Call everythingOf(LimitKey key) {
        String name = RedisKeys.of(namespace, key);
        add(key, name);
        add(key, name + ":value");
        add(key, name + ":permits");
        return this;
    }

    /** Adds a key under a name that is no subject's. */
    Call named(LimitKey key, String name) {
        add(key, RedisKeys.named(namespace, name));
        return this;
    }

    private int add(LimitKey key, String name) {
        keys.add(name);
        keyNumbers.put(key, keys.size());
        return keys.size();
    }

    /** A call that is not in time charges nothing; one that gives back does so at any time. */
    boolean mustBeInTime() {
        return mode != Mode.REFUND;
    }

    List<Object> keys() {
        return keys;
    }

    /** One of them: all share a slot. */
    String anyKey() {
        return (String) keys.get(0);
    }

    /**
     * The arguments after the keys.
     *
     * @param storeMicros the time that the store is expected to have, for edges of calendars
     * @param staleAfterMicros the latest time of the store at which the call may still do something, or empty
     * @param testMicros the time that a test wants the store to see, or empty
     */
    Object[] arguments(long storeMicros, Object staleAfterMicros, Object testMicros) {
        List<Object> arguments = new ArrayList<>(rows.size() * FIELDS_OF_A_ROW + acquisitions.size() + 5);
        arguments.add(mode.word);
        arguments.add(staleAfterMicros);
        arguments.add(rows.size());
        rows.keySet().forEach(row -> add(row, storeMicros, arguments));
        arguments.add(size);
        arguments.addAll(acquisitions);
        arguments.add(testMicros);
        return arguments.toArray();
    }

    private void add(Row row, long storeMicros, List<Object> arguments) {
        Arithmetic arithmetic = arithmetics.of(row.limit);
        Numbers numbers = arithmetic.numbers();
        arguments.add(row.limit.algorithm());
        arguments.add(numbers.permits());
        arguments.add(numbers.capacity());
        arguments.add(numbers.windowMicros());
        arguments.add(numbers.ticks());
        arguments.add(numbers.tickMicros());
        arguments.add(row.waitMicros());
        arguments.add(row.shadow ? 1 : 0);
        arguments.add(calendar(arithmetic.edgesAround(storeMicros), row.chargedUntilMicros));
    }

    private static String calendar(List<Long> edges, long chargedUntilMicros) {
        if (edges.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        edges.forEach(edge -> text.append(edge).append(' '));
        return text.append(chargedUntilMicros).toString();
    }

    private Row row(Item item) {
        List<Long> edges =
                mode == Mode.REFUND ? arithmetics.of(item.limit()).edgesAround(item.turnMicros()) : List.of();
        return new Row(item.limit(), item.shadow(), item.mayWait(), edges.isEmpty() ? 0 : edges.get(2));
    }

    private int numberOf(Row row) {
        return rows.computeIfAbsent(row, added -> rows.size() + 1);
    }
}
