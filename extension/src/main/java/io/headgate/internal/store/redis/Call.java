package io.headgate.internal.store.redis;

import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.internal.algorithm.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
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

    private record Row(Limit limit, boolean shadow, boolean mayWait) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Row that
                    && limit.equals(that.limit)
                    && shadow == that.shadow
                    && mayWait == that.mayWait;
        }

        @Override
        public int hashCode() {
            return Objects.hash(limit, shadow, mayWait);
        }
    }

    private final Mode mode;
    private final String namespace;
    private final Arithmetics arithmetics;
    private final List<Object> keys = new ArrayList<>();
    private final Map<LimitKey, Integer> keyNumbers = new HashMap<>();
    private final List<Object> rows = new ArrayList<>();
    private final Map<Row, Integer> rowNumbers = new HashMap<>();
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
            acquisitions.add(numberOf(new Row(item.limit(), item.shadow(), item.mayWait())));
            acquisitions.add(item.cost());
            acquisitions.add(item.turnMicros());
        }
        return this;
    }

    /** Adds a key; its number counts from 1. All policies of a subject share what stands in braces, and so a cluster's slot. */
    int numberOf(LimitKey key) {
        Integer known = keyNumbers.get(key);
        return known != null ? known : add(key, key.toString());
    }

    /** Adds a key under a name that is no subject's. */
    Call named(LimitKey key, String name) {
        add(key, name);
        return this;
    }

    private int add(LimitKey key, String name) {
        keys.add(namespace + ":v1:" + name);
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
     * @param staleAfterMicros the latest time of the store at which the call may still do something, or empty
     * @param testMicros the time that a test wants the store to see, or empty
     */
    Object[] arguments(Object staleAfterMicros, Object testMicros) {
        List<Object> arguments = new ArrayList<>(rows.size() + acquisitions.size() + 5);
        arguments.add(mode.word);
        arguments.add(staleAfterMicros);
        arguments.add(rowNumbers.size());
        arguments.addAll(rows);
        arguments.add(size);
        arguments.addAll(acquisitions);
        arguments.add(testMicros);
        return arguments.toArray();
    }

    private int numberOf(Row row) {
        return rowNumbers.computeIfAbsent(row, added -> {
            Numbers numbers = arithmetics.of(added.limit).numbers();
            rows.addAll(List.of(
                    added.limit.algorithm(),
                    numbers.permits(),
                    numbers.capacity(),
                    numbers.windowMicros(),
                    numbers.ticks(),
                    numbers.tickMicros(),
                    added.mayWait
                            ? TimeUnit.MILLISECONDS.toMicros(
                                    added.limit.maxWait().toMillis())
                            : 0,
                    added.shadow ? 1 : 0));
            return rowNumbers.size() + 1;
        });
    }
}
